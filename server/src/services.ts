import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config';
import type { Pool } from './database/pool';
import type { LedgerWriter } from './ledger/writer';
import type { AccessTokens } from './sessions/access-token';
import type { SessionKey, UserRecord } from './users/user.repository';
import type { GameAggregator } from './games/port';
import type { Announcer } from './realtime/announcer';
import type { SocketHub } from './realtime/hub';
import type { FairLimiter } from './concurrency/fair-limiter';

/** What the use cases work with; made once in app.ts. */
export interface Services {
  readonly config: Config;
  readonly pool: Pool;
  /** For what an operator should hear of; never for a caller's words. */
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly ledger: LedgerWriter;
  readonly tokens: AccessTokens;
  /** The user of a session that is alive, or null; calls that wait share one statement. */
  readonly findUserOfSession: (session: SessionKey) => Promise<UserRecord | null>;
  /** For reads that take long where there is much data. */
  readonly slowReads: FairLimiter;
  readonly aggregator: GameAggregator;
  readonly hub: SocketHub;
  readonly announcer: Announcer;
}
