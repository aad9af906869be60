import { invalidInput, type Refusal } from '../refusals/refusal';

export type PasswordFault =
  | 'outer-space'
  | 'too-long'
  | 'too-weak'
  | 'forbidden-character'
  | 'same-as-username'
  | 'common';

const SENTENCES: Record<PasswordFault, string> = {
  'outer-space': 'Le mot de passe ne doit pas commencer ni finir par une espace.',
  'too-long': 'Le mot de passe ne doit pas dépasser 128 caractères.',
  'too-weak':
    'Le mot de passe doit contenir plus de 6 caractères, ' +
    'dont au moins 1 majuscule, 1 minuscule et 1 chiffre.',
  'forbidden-character': 'Le mot de passe contient un caractère interdit.',
  'same-as-username':
    "Le mot de passe ne doit pas être le nom d'utilisateur, ni avec des chiffres ou des signes en plus.",
  common:
    'Ce mot de passe est trop facile à deviner\u00a0: ' +
    'un mot courant avec des chiffres ou des signes ne suffit pas.',
};

/** `field` has the password in the request. */
export const passwordRefused = (fault: PasswordFault, field: string): Refusal =>
  invalidInput(SENTENCES[fault]).about(field);
