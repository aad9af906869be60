import { toMicros } from '@palier/shared/money';
import type { Config } from '../../config/config';

/**
 * Amounts in micro-dinars above which a win, or the net win of a player's local day, is a finding; 0: no
 * limit.
 */
export interface WinLimits {
  readonly win: bigint;
  readonly day: bigint;
  readonly timeZone: string;
}

export const winLimitsOf = (
  config: Pick<Config, 'WIN_ALERT_TND' | 'PLAYER_DAY_ALERT_TND' | 'TIME_ZONE'>,
): WinLimits => ({
  win: toMicros(config.WIN_ALERT_TND),
  day: toMicros(config.PLAYER_DAY_ALERT_TND),
  timeZone: config.TIME_ZONE,
});
