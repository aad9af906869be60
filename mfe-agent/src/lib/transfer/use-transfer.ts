import { bus, type BusPayload } from '@palier/shared/bus';
import {
  historyPageSchema,
  type SubAccountSummary,
  type TransactionAnswer,
  transactionAnswerSchema,
  type TransactionRequest,
} from '@palier/shared/contracts';
import { http, isDefiniteRefusal } from '@palier/shared/http';
import { formatAmount } from '@palier/shared/money';
import { parseAmount } from '@palier/shared/money/read-amount';
import type { WithProof } from '@palier/shared/prove-identity';
import { useQuery, useQueryClient } from '@palier/shared/query';
import { useReturnToList } from '@palier/shared/return-to-list';
import { messages as reversal } from '@palier/shared/reverse-deposit/reversal.messages';
import { useNavigate, useParams, useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useEffect, useState } from 'react';
import { sendOnce } from '../attempt/attempt';
import { carriedOut$ } from '../attempt/attempt-storage';
import { messages as attemptMessages } from '../attempt/attempt.messages';
import { publishNewBalance, refreshBalances } from '../balances';
import { markPaidRow } from '../paid-row';
import { useSubmit } from '../use-submit';
import { messages } from './transfer.messages';
import { checkAmount, medianIfSuspicious, type TransferType } from './transfer.rules';

/** A proof is asked for below the key, so that the same movement is sent again under the same key. */
async function createTransaction(
  agentId: number,
  request: TransactionRequest,
  withProof: WithProof,
): Promise<TransactionAnswer> {
  const summary = { agentId, kind: request.type, username: request.receiverUsername, amount: request.amount };
  return sendOnce(summary, request, (headers) =>
    withProof(() => http.post('/transactions', request, transactionAnswerSchema, { headers })),
  );
}

const RECENT_COUNT = 25;

/**
 * The amounts of the target's last movements of this kind, none until they are read. Without them nothing is
 * unusual.
 */
function useRecentAmounts(type: TransferType, { username }: SubAccountSummary): readonly number[] {
  const { id = '' } = useParams();
  const { data } = useQuery({
    queryKey: ['recent-amounts', useUser()?.id, id, username],
    queryFn: ({ signal }) =>
      http.get(
        `/transactions/history/outgoing?page=0&size=${RECENT_COUNT}&targetUserId=${encodeURIComponent(id)}`,
        historyPageSchema,
        { signal, quiet: true },
      ),
    meta: { failureLog: 'recent amounts not read' },
  });
  return (data?.data ?? [])
    .filter(({ initiatorTransactionType }) => initiatorTransactionType === type)
    .map(({ amount }) => amount);
}

type NoticeOffers = Pick<BusPayload<'notice/raised'>, 'link' | 'undo'>;

/** What the notice of a movement offers: the receipt, and the reversal of a deposit. */
function offersOf(transactionId: number, request: TransactionRequest): NoticeOffers {
  const { type, amount, receiverUsername } = request;
  const text = formatAmount(amount);
  const undo = {
    label: reversal.reverse,
    question: reversal.question(text, receiverUsername),
    keep: reversal.keep,
    path: `/transactions/${transactionId}/reversal`,
    done: reversal.done(text, receiverUsername),
    unknown: reversal.unknown,
  };
  return {
    link: { to: `/receipt/${transactionId}`, text: messages.receipt },
    ...(type === 'DEPOSIT' ? { undo } : {}),
  };
}

const markOf = (type: TransferType, amount: number, username: string) =>
  type === 'DEPOSIT'
    ? { change: amount, reversedText: reversal.done(formatAmount(amount), username) }
    : { change: -amount };

function withNote(request: TransactionRequest, note: string): TransactionRequest {
  const written = note.trim();
  return written === '' ? request : { ...request, note: written };
}

const paying = (request: TransactionRequest, requestId: number | undefined): TransactionRequest =>
  requestId === undefined ? request : { ...request, requestId };

const BALANCE_ERRORS = [messages.aboveBalance, messages.aboveOwnBalance];

/** The typed amount, which a link may fill in. */
function useAmountText(type: TransferType, username: string) {
  const [params] = useSearchParams();
  const [text, setText] = useState(() => /^\d{1,10}$/.exec(params.get('amount') ?? '')?.[0] ?? '');

  // Clears the amount of a lost transfer that was carried out after all: the next submit would send the
  // amount a second time.
  useEffect(() => {
    const subscription = carriedOut$.subscribe((attempt) => {
      if (attempt.kind === type && attempt.username === username)
        setText((typed) => (parseAmount(typed) === attempt.amount ? '' : typed));
    });
    return () => subscription.unsubscribe();
  }, [type, username]);

  return [text, setText] as const;
}

/** `requestId`: the request that the movement pays. */
export function useTransfer(type: TransferType, target: SubAccountSummary, requestId: number | undefined) {
  const user = useUser();
  const navigate = useNavigate();
  const { address: list } = useReturnToList();
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  const [note, setNote] = useState('');
  const recent = useRecentAmounts(type, target);
  const [warned, setWarned] = useState<{ readonly amount: number; readonly usual: number } | null>(null);
  const { error, faulty, refuse, isSending, submit, dialog } = useSubmit(messages.failed);
  const { username } = target;
  const [text, setText] = useAmountText(type, username);
  const ownBalance = user?.balance ?? 0;
  const check = checkAmount(text, type, { target: target.balance, own: ownBalance });

  // The target's balance was read with the page; the agent's own balance may be older.
  useEffect(() => bus.emit('balance/outdated', {}), []);

  async function send(agentId: number, amount: number, withProof: WithProof): Promise<NoticeOffers> {
    try {
      const request = withNote(paying({ receiverUsername: username, amount, type }, requestId), note);
      const { agentNewBalance, transactionId } = await createTransaction(agentId, request, withProof);
      publishNewBalance(queryClient, agentId, agentNewBalance);
      if (requestId !== undefined) bus.emit('requests/changed', {});
      return transactionId === undefined ? {} : offersOf(transactionId, request);
    } catch (failure) {
      // A refusal most likely means that a balance in the form is outdated.
      if (isDefiniteRefusal(failure)) void refreshBalances(queryClient);
      throw failure;
    }
  }

  function submitAmount(): void {
    if (user === null) return;
    refuse(check.error, 'amount');
    const { amount } = check;
    if (amount === null) {
      if (BALANCE_ERRORS.includes(check.error)) void refreshBalances(queryClient);
      return;
    }
    const usual = medianIfSuspicious(amount, recent);
    if (usual !== null && warned?.amount !== amount) return setWarned({ amount, usual });
    submit({
      subject: attemptMessages.describe({ agentId: user.id, kind: type, username, amount }),
      successText: attemptMessages.done,
      navigatesAway: true,
      send: (withProof) => send(user.id, amount, withProof),
      onDone: () => {
        markPaidRow(queryClient, { id, list, ...markOf(type, amount, username) });
        void navigate(list);
      },
    });
  }

  /** The question shows once for an amount and goes away with the amount. */
  const warning =
    warned === null || warned.amount !== check.amount
      ? null
      : messages.unusual(formatAmount(warned.usual), username);
  return {
    text,
    setText,
    note,
    setNote,
    error,
    faulty,
    warning,
    isSending,
    amount: check.amount,
    ownBalance,
    submit: submitAmount,
    dialog,
  };
}
