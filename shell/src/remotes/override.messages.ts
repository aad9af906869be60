const time = new Intl.DateTimeFormat('fr', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

export const messages = {
  label: 'Modules remplacés',
  replaced: (name: string, address: string, until: number) =>
    `Module ${name} remplacé par ${address}, jusqu'à ${time.format(until)}.`,
  refused: (origin: string) =>
    origin === '' ? 'Remplacement refusé.' : `Remplacement refusé\u00a0: ${origin}`,
  reset: 'Rétablir',
} as const;
