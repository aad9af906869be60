import { subAccountSummarySchema, type SubAccountSummary } from '@palier/shared/contracts';
import type { DepositLimits } from '@palier/shared/contracts/limits';
import { http, noContent } from '@palier/shared/http';

/** A direct sub-account, with what limits a deposit to it where something does. */
export interface SubAccountTarget extends SubAccountSummary {
  readonly deposit?: DepositLimits;
}

/** The limits without the contract's schema, which is for the server. */
const targetAnswer = {
  parse(body: unknown): SubAccountTarget {
    const { deposit } = Object(body) as { readonly deposit?: DepositLimits };
    const summary = subAccountSummarySchema.parse(body);
    return deposit === undefined ? summary : { ...summary, deposit };
  },
};

export const getSubAccount = (id: string, signal?: AbortSignal): Promise<SubAccountTarget> =>
  http.get(`/user/sub-account/${encodeURIComponent(id)}`, targetAnswer, { signal });

/** Sends the target state, so that repeated or concurrent calls never flip the state twice. */
export const updateStatus = (id: number, active: boolean): Promise<void> =>
  http.post(`/user/update-status/${id}`, { active }, noContent);
