const time = new Intl.DateTimeFormat('fr', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

export const overrideMessages = {
  label: 'Modules remplacés',
  replaced: (name: string, address: string, until: number) =>
    `Module ${name} remplacé par ${address}, jusqu'à ${time.format(until)}.`,
  refused: (text: string) => `Remplacement refusé\u00a0: ${text.slice(0, 120)}`,
  reset: 'Rétablir',
} as const;
