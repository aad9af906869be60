export const messages = {
  title: 'Paramètres',
  help: 'Aide',
  protection: 'Jeu responsable',
  mustChange:
    "Votre mot de passe a été choisi par quelqu'un d'autre\u00a0: choisissez le vôtre pour continuer.",
  mustAddFactor:
    'Une double authentification est obligatoire pour ce compte\u00a0: ajoutez une application ou une clé ' +
    "d'accès pour continuer.",
  heading: 'Changer le mot de passe',
  oldPassword: 'Ancien mot de passe',
  newPassword: 'Nouveau mot de passe',
  confirmPassword: 'Confirmer le mot de passe',
  hint: 'Plus de 6 caractères, avec au moins 1 majuscule, 1 minuscule et 1 chiffre.',
  submit: 'Enregistrer',
  disableJackpot: 'Désactiver Jackpot',
  mismatch: 'Les mots de passe ne correspondent pas',
  failure: 'Le changement de mot de passe a échoué. Veuillez réessayer.',
  success: 'Le mot de passe a été changé avec succès.',
} as const;
