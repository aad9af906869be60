/**
 * Request bodies and queries, validated by the server and the mocked server. Not a singleton: pages import
 * the types only, so the schemas stay out of the first load (decisions 0002 and 0122).
 */
import * as z from 'zod/mini';
import { MAX_WIRE_AMOUNT } from '../money';
import { openingBalanceSchema } from './amount';
import { REQUEST_KINDS } from './balance-requests';
import { MAX_NAMED_ACCOUNTS } from './named-accounts';
import { findTextFault, type TextFault } from './readable-text';
import { MAX_NOTE_LENGTH } from './transactions';

export { findTextFault, type TextFault } from './readable-text';

/** A code of six digits, or a recovery code. */
const factorCodeSchema = z.string().check(z.minLength(1, 'Saisissez le code.'), z.maxLength(64));

export const loginSchema = z.strictObject({
  username: z.string().check(z.minLength(1), z.maxLength(256)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  /** Needed for an account with a second factor: without it the answer is `factor-required`. */
  code: z.optional(factorCodeSchema),
});

/** A proof of who the caller is: a code, or the password while the account has no second factor. */
export const proofSchema = z
  .strictObject({
    code: z.optional(factorCodeSchema),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  })
  .check(
    z.refine(
      ({ code, password }) => (code === undefined) !== (password === undefined),
      'Envoyez un code ou un mot de passe.',
    ),
  );

/** The first code of an app that is being added. */
export const factorCodeBodySchema = z.strictObject({ code: factorCodeSchema });

export const refreshSchema = z.strictObject({
  refreshToken: z.string().check(z.minLength(1), z.maxLength(512)),
});
/** Body of logout. The refresh token identifies the session when the access token has expired. */
export const logoutSchema = z.nullish(
  z.strictObject({ refreshToken: z.optional(z.nullable(z.string().check(z.maxLength(512)))) }),
);

export const changePasswordSchema = z.strictObject({
  oldPassword: z.string().check(z.maxLength(1024)),
  newPassword: z.string().check(z.maxLength(1024)),
});

export const registerSchema = z.strictObject({
  username: z.string().check(z.maxLength(256)),
  password: z.string().check(z.maxLength(1024)),
  balance: openingBalanceSchema,
});
export type RegisterRequest = z.infer<typeof registerSchema>;

/** The amount of a refund or a withdrawal: whole TND, above zero (section 5 of docs/spec-coverage.md). */
const wholeAmountSchema = z
  .number()
  .check(
    z.gt(0, 'Le montant doit être supérieur à zéro.'),
    z.lte(MAX_WIRE_AMOUNT, 'Le montant est trop grand.'),
    z.int('Le montant doit être un nombre valide.'),
  );

const NOTE_FAULTS: Record<TextFault, string> = {
  empty: 'La note est vide.',
  'forbidden-character': 'La note contient un caractère invisible ou interdit.',
  'too-many-marks': 'La note a trop de signes sur une même lettre.',
};

/** One line in tables and on paper. `subject` begins the sentence about its length. */
const lineSchema = (subject: string, faults: Record<TextFault, string>) =>
  z.string().check(
    // Before the trim, which would remove a byte order mark without a word.
    z.superRefine((line, context) => {
      const fault = findTextFault(line);
      if (fault !== null) context.addIssue({ code: 'custom', message: faults[fault] });
    }),
    z.trim(),
    z.maxLength(MAX_NOTE_LENGTH, `${subject} compte au plus ${MAX_NOTE_LENGTH} caractères.`),
  );
const noteSchema = lineSchema('La note', NOTE_FAULTS);

/** The number of a request: a positive 31-bit number. */
const requestNumberSchema = z
  .number()
  .check(
    z.int('Le numéro de la demande est invalide.'),
    z.gt(0, 'Le numéro de la demande est invalide.'),
    z.lte(2_147_483_647, 'Le numéro de la demande est invalide.'),
  );

export const transactionSchema = z.strictObject({
  receiverUsername: z.string().check(z.minLength(1), z.maxLength(256)),
  amount: wholeAmountSchema,
  type: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  note: z.optional(noteSchema),
  /** The number of the request that the movement pays (decision 0113). */
  requestId: z.optional(requestNumberSchema),
});
export type TransactionRequest = z.infer<typeof transactionSchema>;

/** Body of POST /requests (decision 0113). */
export const balanceRequestSchema = z.strictObject({
  type: z.enum(REQUEST_KINDS),
  amount: wholeAmountSchema,
  note: z.optional(noteSchema),
});
export type BalanceRequest = z.infer<typeof balanceRequestSchema>;

const REASON_FAULTS: Record<TextFault, string> = {
  empty: 'Le motif est vide.',
  'forbidden-character': 'Le motif contient un caractère invisible ou interdit.',
  'too-many-marks': 'Le motif a trop de signes sur une même lettre.',
};

/** Body of POST /requests/received/{id}/refuse: why, as the asker reads it. */
export const refusalSchema = z.strictObject({ reason: lineSchema('Le motif', REASON_FAULTS) });
/** Body of POST /requests/received/seen: the newest request that the page shows. */
export const seenSchema = z.strictObject({ upTo: requestNumberSchema });

/** Body of POST /user/sub-accounts/named: the names as they stand in a list of movements. */
export const namedAccountsRequestSchema = z.strictObject({
  usernames: z
    .array(z.string().check(z.minLength(1), z.maxLength(256)))
    .check(
      z.minLength(1, 'La liste est vide.'),
      z.maxLength(MAX_NAMED_ACCOUNTS, `La liste compte au plus ${MAX_NAMED_ACCOUNTS} comptes.`),
    ),
});

/** Body of update-status: absent or empty toggles, `active` sets (section 4 of docs/design.md). */
export const updateStatusSchema = z.nullish(z.strictObject({ active: z.optional(z.boolean()) }));

/** Local date-time of a report's query, without zone, with or without milliseconds: 2026-03-01T00:00:00. */
export const localDateTimeSchema = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?$/, 'La date est invalide.'));

/** A day of the server's TIME_ZONE: 2026-03-01. */
export const localDateSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'La date est invalide.'));

/** Body of notices/read: all of the caller's notices up to this number. */
export const readNoticesSchema = z.strictObject({
  upTo: z.int('Le numéro est invalide.').check(z.positive('Le numéro est invalide.')),
});

/** A mark is a whole amount, null for none. */
const markSchema = z.nullable(wholeAmountSchema);
export const noticeMarksRequestSchema = z.strictObject({
  lowBalance: markSchema,
  largeMovement: markSchema,
  tellsParent: z._default(z.boolean(), false),
});
