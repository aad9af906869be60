import type { RefusalMeaning } from '../errors';

/**
 * The meanings of vendors' messages. Vendors spell one message as a code, as words, with or without a full
 * stop, so a message is compared by its letters and digits alone. The first match counts.
 */
const MEANINGS: readonly (readonly [RefusalMeaning, RegExp])[] = [
  ['later', /ratelimit|(request|call|api|query|access)limit|frequency|throttl|slowdown|^status429$/],
  ['later', /too(many(request|call|attempt)|frequent|fast)|(try|retry)(again)?(later|in\d|after)/],
  ['callback-unreachable', /getbalanceendpoint/],
  ['not-for-seamless', /seamlessagent/],
  ['agent-money', /insufficientagent/],
  ['player-exists', /duplicat\w*(user|player)|^duplicat(?!\w*agent)/],
  ['player-exists', /^(user|player)(code)?(is)?(already)?(exist|created|registered)/],
  ['player-unknown', /(invalid|unknown)(user|player)/],
  ['player-unknown', /(user|player)(code)?(is)?(not|doesnot|doesnt|wasnot)(found|exist|registered)/],
  [
    'provider-unknown',
    /(invalid|unknown)provider|provider(code)?(is)?(not|doesnot|doesnt|wasnot)(found|exist)/,
  ],
  [
    'nothing-listed',
    /^no(more)?(data|record|entr|result|log|histor|transaction)|(data|records?)(is)?(notfound|empty)/,
  ],
  ['type-unknown', /(invalid|unknown|unsupported|wrong)(game)?type/],
  ['type-unknown', /(^|game)type(is)?(not|doesnot|doesnt)(found|exist|support|allowed|valid)/],
  [
    'game-unknown',
    /^notfound$|(invalid|unknown)game(?!type)|game(code)?(is)?(not|doesnot|doesnt|wasnot)(found|exist)/,
  ],
  ['credentials', /unauthori[sz]ed|(invalid|unknown|wrong)(agent|token)|agent(is)?notfound|forbidden/],
];
const DONE = /^(ok|done|completed?)$|(?<!no|not|un)success(ful(ly)?)?$/;

/** A message in lower case, without all that is not a–z or 0–9; empty when none of them is left. */
export const lettersOf = (message: string): string => message.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

/** What a refusal of the vendor means. */
export function meaningOf(message: string): RefusalMeaning {
  const letters = lettersOf(message);
  return MEANINGS.find(([, spelling]) => spelling.test(letters))?.[0] ?? 'other';
}

/** Whether a message without a status reports success. */
export const saysDone = (message: string): boolean => DONE.test(lettersOf(message));
