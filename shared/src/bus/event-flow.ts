import type { BusEventType } from './events';

interface EventFlow {
  readonly emits: readonly string[];
  readonly listens: readonly string[];
}

/**
 * The packages, or entries of `shared`, that emit or listen to each event. Documentation only: no page
 * imports this file.
 */
export const eventFlow: Readonly<Record<BusEventType, EventFlow>> = {
  'session/ended': {
    emits: ['shared/session'],
    listens: ['shell', 'shared/host', 'shared/http', 'shared/socket'],
  },
  'balance/changed': {
    emits: ['mfe-agent', 'mfe-casino', 'shared/reverse-deposit'],
    listens: ['shared/host'],
  },
  'balance/outdated': {
    emits: ['mfe-agent', 'mfe-casino', 'mfe-reports', 'shared/host', 'shared/socket'],
    listens: ['shared/host'],
  },
  'requests/changed': {
    emits: ['mfe-agent', 'mfe-reports', 'shared/host', 'shared/socket'],
    listens: ['mfe-reports', 'shared/host'],
  },
  'socket/connected': { emits: ['mfe-agent'], listens: ['shared/host'] },
  'jackpot/counted': { emits: ['mfe-casino'], listens: ['shared/jackpot'] },
  'jackpot/won': { emits: ['mfe-casino'], listens: ['mfe-casino', 'shared/host'] },
  'jackpot/win-shown': { emits: ['shared/host'], listens: ['mfe-casino'] },
  'notices/counted': { emits: ['shared/host', 'shared/socket'], listens: ['shared/host'] },
  'notice/raised': {
    emits: ['mfe-agent', 'mfe-casino', 'mfe-reports', 'shared/host', 'shell'],
    listens: ['mfe-agent', 'shared/host'],
  },
};

/** What a page reads each state with: a stream or a hook, and the only module that writes the state. */
export const stateStreams = {
  'the signed-in user and its balance': {
    stream: 'user$ of @palier/shared/session',
    writer: 'shared/session',
  },
  'the jackpot counters': {
    stream: 'useJackpotCounters of @palier/shared/jackpot',
    writer: 'shared/jackpot',
  },
  'calls in flight, which drive the loader': {
    stream: 'useIsLoading of @palier/shared/http',
    writer: 'shared/http',
  },
} as const;
