export const messages = {
  // The sign-in.
  codeTitle: 'Code de connexion',
  code: "Code de l'application",
  codeHint: "Les six chiffres de votre application d'authentification, ou un code de secours.",
  signIn: 'Se connecter',
  passkey: "Utiliser une clé d'accès",
  passkeyNotUsed: "Aucune clé d'accès n'a été utilisée. Réessayez, ou saisissez un code.",
  back: 'Revenir au mot de passe',
  unanswered: "Le serveur n'a pas répondu. Veuillez réessayer.",
  // Paramètres.
  heading: 'Double authentification',
  loading: 'Chargement...',
  readFailed: "La double authentification n'a pas pu être lue.",
  about:
    "Un code de votre téléphone ou une clé d'accès est demandé après le mot de passe\u00a0: " +
    "quelqu'un qui connaît votre mot de passe ne peut pas se connecter.",
  notOffered: "Elle n'est pas configurée sur ce serveur. Adressez-vous à l'exploitant.",
  resetAsked: (by: string, due: string) =>
    `${by} a demandé le retrait de votre double authentification\u00a0: il aura lieu le ${due}. ` +
    "Si vous n'avez rien perdu, refusez-le.",
  refuseReset: 'Refuser le retrait',
  resetRefused: 'Retrait refusé.',
  add: 'Ajouter une application',
  appAdded: 'Application ajoutée.',
  addPasskey: "Ajouter une clé d'accès",
  passkeys: "Clés d'accès",
  passkeyAbout:
    'Cet appareil, un téléphone ou une clé USB confirme que vous êtes là, par le doigt, le visage ' +
    'ou un code. ' +
    'Elle suffit aussi seule pour se connecter.',
  passkeyName: 'Nom',
  passkeyNameHint: 'Pour la reconnaître dans la liste, par exemple «\u00a0Téléphone\u00a0».',
  passkeyNameMissing: "Donnez un nom à la clé d'accès.",
  create: 'Continuer',
  passkeyAdded: "Clé d'accès ajoutée.",
  passkeyNotAdded:
    "Aucune clé d'accès n'a été ajoutée. Réessayez\u00a0; si cet appareil en a déjà une, elle suffit.",
  passkeyAddedAt: (date: string, used: string | null) =>
    used === null ? `ajoutée le ${date}` : `ajoutée le ${date}, utilisée le ${used}`,
  removePasskey: 'Retirer',
  removePasskeyQuestion: (name: string) =>
    `Retirer la clé d'accès «\u00a0${name}\u00a0»\u00a0? Vos autres sessions se terminent.`,
  passkeyRemoved: "Clé d'accès retirée.",
  addedAt: (date: string) => `Application ajoutée le ${date}.`,
  codesLeft: (count: number) =>
    count === 1 ? 'Il reste 1 code de secours.' : `Il reste ${count} codes de secours.`,
  renew: 'Nouveaux codes de secours',
  renewQuestion: 'Remplacer les codes de secours\u00a0? Ceux que vous avez ne vaudront plus rien.',
  remove: "Retirer l'application",
  removeQuestion:
    "Retirer l'application\u00a0? Sans clé d'accès, les codes de secours sont retirés aussi et le mot de " +
    'passe suffira. Vos autres sessions se terminent.',
  removed: 'Application retirée.',
  failed: "L'action n'a pas abouti. Veuillez réessayer.",
  codesLost:
    "La réponse n'est pas arrivée, et peut-être des codes de secours avec elle. Si une application ou une " +
    "clé d'accès figure ci-dessous, prenez-en de nouveaux.",
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
