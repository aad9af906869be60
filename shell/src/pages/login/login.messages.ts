export const messages = {
  username: 'Username',
  password: 'Password',
  show: 'Afficher le mot de passe',
  submit: 'Login',
  missing: 'Please enter both email and password.',
  refused: 'Invalid email or password.',
  unanswered: "Le serveur n'a pas répondu. Veuillez réessayer.",
} as const;
