export const messages = {
  // The sign-in.
  codeTitle: 'Code de connexion',
  code: "Code de l'application",
  codeHint: "Les six chiffres de votre application d'authentification, ou un code de secours.",
  signIn: 'Se connecter',
  back: 'Revenir au mot de passe',
  unanswered: "Le serveur n'a pas répondu. Veuillez réessayer.",
  // Paramètres.
  heading: 'Double authentification',
  loading: 'Chargement...',
  readFailed: "La double authentification n'a pas pu être lue.",
  about:
    'Un code de votre téléphone est demandé après le mot de passe\u00a0: ' +
    "quelqu'un qui connaît votre mot de passe ne peut pas se connecter.",
  notOffered: "Elle n'est pas configurée sur ce serveur. Adressez-vous à l'exploitant.",
  add: 'Ajouter une application',
  addedAt: (date: string) => `Application ajoutée le ${date}.`,
  codesLeft: (count: number) =>
    count === 1 ? 'Il reste 1 code de secours.' : `Il reste ${count} codes de secours.`,
  renew: 'Nouveaux codes de secours',
  renewQuestion: 'Remplacer les codes de secours\u00a0? Ceux que vous avez ne vaudront plus rien.',
  remove: "Retirer l'application",
  removeQuestion:
    "Retirer l'application et les codes de secours\u00a0? " +
    'Le mot de passe suffira, et vos autres sessions se terminent.',
  removed: 'Application retirée.',
  failed: "L'action n'a pas abouti. Veuillez réessayer.",
  scan: "Lisez ce code avec votre application d'authentification, ou saisissez-y la clé.",
  picture: "Code QR de l'application",
  key: 'Clé',
  openApp: "Ouvrir l'application de cet appareil",
  firstCode: "Code affiché par l'application",
  confirm: 'Confirmer',
  cancel: 'Annuler',
  codesTitle: 'Codes de secours',
  codesAbout:
    'Chacun remplace une fois le code, par exemple si le téléphone est perdu. ' +
    'Gardez-les hors de ce téléphone\u00a0: ils ne seront plus affichés.',
  copy: 'Copier',
  copied: 'Codes copiés.',
  copyFailed: "Les codes n'ont pas pu être copiés. Notez-les.",
  kept: 'Je les ai gardés',
} as const;
