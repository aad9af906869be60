import type { RemoteState } from '../remotes/remote-state';
import type { LoggedEvent } from './bus-log';
import type { LoadPhases } from './load-log';

const time = new Intl.DateTimeFormat('fr', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const exactTime = new Intl.DateTimeFormat('fr', { timeStyle: 'medium', hourCycle: 'h23' });
const ms = (duration: number): string => `${Math.round(duration)}\u00a0ms`;

const SOURCES = {
  development: 'développement',
  override: 'remplacement',
  active: 'version active',
  canary: 'canari',
  previous: 'version précédente',
} as const;
export type Source = keyof typeof SOURCES;

const STATUSES: Record<RemoteState['status'], string> = {
  absent: 'pas encore chargé',
  loading: 'chargement...',
  ready: 'chargé',
  failed: 'indisponible',
};

const OUTCOMES: Record<LoggedEvent['outcome'], string> = {
  heard: 'reçu',
  unheard: 'sans destinataire',
  refused: 'refusé',
};

export const messages = {
  label: 'Outils de développement',
  open: 'Développement',
  replacedCount: (count: number) => (count === 1 ? '1 module remplacé' : `${count} modules remplacés`),
  someRefused: 'Remplacement refusé',
  modules: 'Modules',
  source: (source: Source) => SOURCES[source],
  status: (status: RemoteState['status']) => STATUSES[status],
  phases: ({ choiceMs, entryMs, filesMs, runMs, totalMs, fileCount }: LoadPhases) =>
    `choix ${ms(choiceMs)}, entrée ${ms(entryMs)}, fichiers (${fileCount}) ${ms(filesMs)}, ` +
    `exécution ${ms(runMs)}\u00a0: ${ms(totalMs)}`,
  replaced: (address: string, until: number) => `${address}, jusqu'à ${time.format(until)}`,
  refused: (origin: string) =>
    origin === '' ? 'Remplacement refusé.' : `Remplacement refusé\u00a0: ${origin}`,
  reset: 'Rétablir',
  resetOf: (name: string) => `Rétablir ${name}`,
  replace: 'Remplacer un module',
  module: 'Module',
  address: 'Adresse',
  addressHint: (origins: readonly string[]) =>
    origins.length === 0 ? 'Aucune origine autorisée.' : `Origines autorisées\u00a0: ${origins.join(', ')}`,
  duration: 'Durée',
  hours: (hours: number) => `${hours}\u00a0h`,
  submit: 'Remplacer',
  events: 'Événements',
  noEvent: 'Aucun événement.',
  outcome: (outcome: LoggedEvent['outcome']) => OUTCOMES[outcome],
  at: (at: number) => exactTime.format(at),
} as const;
