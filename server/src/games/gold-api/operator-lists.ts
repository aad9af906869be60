import { gameKindSchema, volatilitySchema } from '@palier/shared/contracts/lobby';
import * as z from 'zod/mini';
import { LOBBY_CODE, type ListedGame, type ListedProvider } from '../port';
import { word } from './callback.schemas';
import { listIn } from './list-in';

const LONGEST_PROVIDER_NAME = 128;
const LONGEST_GAME_NAME = 256;
const LONGEST_ID = 128;
const LONGEST_BANNER = 2_048;
const LOBBY_NAME = 'Lobby';
/** Entries that a message of the log names. */
const MAX_NAMED_ENTRIES = 5;
const PROVIDER_CODE = /^[A-Za-z0-9_]{1,32}$/;
/** NUL, and half of a surrogate pair; a whole pair does not match. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** What can be read of a list, and for each entry that was left out, which field is wrong. */
export interface ReadList<Entry> {
  readonly entries: readonly Entry[];
  readonly faults: readonly string[];
}

/** An entry of a list that cannot be read. The message names the field. */
class UnreadableEntry extends Error {}

type Fields = Readonly<Record<string, unknown>>;
type Open<Entry> = Entry & { readonly isOpen: boolean };

const listed = z.pipe(z.transform(listIn), z.array(z.unknown()));
export const providerListSchema = z.object({ providers: listed });
export const gameListSchema = z.object({ games: listed });

/** The open providers. Of entries with the same code the last one counts, here and in games. */
export function readProviders(entries: readonly unknown[]): ReadList<ListedProvider> {
  return readEntries(entries, readProvider, ({ code }) => code);
}

/** The open games. A live provider has a lobby besides, also one without a list of games. */
export function readGames(entries: readonly unknown[], provider: ListedProvider): ReadList<ListedGame> {
  const list = readEntries(entries, readGame, ({ game_code: code }) => code);
  const hasLobby = list.entries.some(({ game_code: code }) => code === LOBBY_CODE);
  const isLobbyOnly = entries.length === 0 && provider.isLive !== false;
  if (hasLobby || !(isLobbyOnly || provider.isLive === true)) return list;
  const lobby = { id: LOBBY_CODE, game_code: LOBBY_CODE, game_name: LOBBY_NAME, banner: '' };
  return { ...list, entries: [lobby, ...list.entries] };
}

function readEntries<Entry>(
  listed: readonly unknown[],
  read: (fields: Fields) => Open<Entry>,
  codeOf: (entry: Entry) => string,
): ReadList<Entry> {
  const entries = new Map<string, Open<Entry>>();
  const faults: string[] = [];
  listed.forEach((one, index) => {
    try {
      if (typeof one !== 'object' || one === null) throw new UnreadableEntry('is not an object with fields');
      const entry = read(one as Fields);
      entries.set(codeOf(entry), entry);
    } catch (error) {
      if (!(error instanceof UnreadableEntry)) throw error;
      faults.push(`entry ${index + 1}${nameOf(one)} ${error.message}`);
    }
  });
  const open = [...entries.values()].filter(({ isOpen }) => isOpen).map(withoutState);
  return { entries: open, faults };
}

const withoutState = <Entry>({ isOpen: _, ...entry }: Open<Entry>): Entry => entry as unknown as Entry;

/** The first faults and the number of the others, as one sentence for the log. */
export const describeFaults = (faults: readonly string[]): string => {
  const others = faults.length - MAX_NAMED_ENTRIES;
  return faults.slice(0, MAX_NAMED_ENTRIES).join('; ') + (others > 0 ? `; and ${others} more` : '');
};

function readProvider(fields: Fields): Open<ListedProvider> {
  const code = textIn(fields, ['code', 'provider_code', 'slug']);
  if (!PROVIDER_CODE.test(code.text))
    throw new UnreadableEntry(
      `has in ${code.field} other characters than A-Z, a-z, 0-9 and _, or more than 32`,
    );
  const name = nameIn(fields, ['name', 'provider_name'], LONGEST_PROVIDER_NAME) ?? code.text;
  const type = fields.type ?? fields.game_type;
  const isLive = typeof type === 'string' && type !== '' ? /live/i.test(type) : undefined;
  return {
    code: code.text,
    name,
    ...(isLive === undefined ? {} : { isLive }),
    isOpen: isOpen(fields.status),
  };
}

function readGame(fields: Fields): Open<ListedGame> {
  const code = textIn(fields, ['game_code', 'code', 'game_id', 'slug']);
  const isLobby = code.text === '';
  if (!isLobby && !word.safeParse(code.text).success)
    throw new UnreadableEntry(
      `has in ${code.field} a space or a sign that is not ASCII, or more than 128 characters`,
    );
  const gameCode = isLobby ? LOBBY_CODE : code.text;
  const name = nameIn(fields, ['game_name', 'name', 'title'], LONGEST_GAME_NAME);
  return {
    id: idIn(fields) ?? gameCode,
    game_code: gameCode,
    game_name: name ?? (isLobby ? LOBBY_NAME : code.text),
    banner: pictureIn(fields),
    kind: gameKindSchema.safeParse(fields.kind).data,
    rtp: percentIn(fields.rtp),
    volatility: volatilitySchema.safeParse(fields.volatility).data,
    isOpen: isOpen(fields.status),
  };
}

/** 1 or absent: open. Vendors write a number or a text. */
const isOpen = (status: unknown): boolean =>
  status === undefined ||
  status === null ||
  status === true ||
  /^(1|true|open|active|enabled)$/i.test(shortText(status) ?? '');

/** The first of the fields that the entry has: a text, or a number as text. */
function textIn(fields: Fields, names: readonly string[]): { readonly field: string; readonly text: string } {
  const field = names.find((name) => fields[name] !== undefined && fields[name] !== null);
  if (field === undefined) throw new UnreadableEntry(`has no ${names[0]!}`);
  const text = shortText(fields[field]);
  if (text === null) throw new UnreadableEntry(`has a ${field} that is neither a text nor a number`);
  return { field, text };
}

const shortText = (value: unknown): string | null =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? String(value) : null;

/** Null where the entry has no name, or an empty one. */
function nameIn(fields: Fields, names: readonly string[], most: number): string | null {
  const field = names.find((one) => fields[one] !== undefined && fields[one] !== null && fields[one] !== '');
  if (field === undefined) return null;
  const { text } = textIn(fields, [field]);
  if (text.length > most) throw new UnreadableEntry(`has a ${field} of more than ${most} characters`);
  // PostgreSQL refuses such a text, and with it the whole list.
  if (UNSTORABLE.test(text)) throw new UnreadableEntry(`has in ${field} a NUL or half of a character`);
  return text;
}

/** No vendor documents an id; it only tells entries apart. */
function idIn({ id }: Fields): string | number | undefined {
  if (typeof id === 'number') return id;
  return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID && !UNSTORABLE.test(id)
    ? id
    : undefined;
}

const pictureIn = ({ banner, image, icon }: Fields): string =>
  [banner, image, icon].find((one): one is string => typeof one === 'string' && isPicture(one)) ?? '';

const isPicture = (address: string): boolean =>
  address.length <= LONGEST_BANNER &&
  /^https?:\/\/./.test(address) &&
  !UNSTORABLE.test(address) &&
  URL.canParse(address);

/** Of `rtp`, a number or a text; no vendor documents it, so another value counts as missing. */
function percentIn(rtp: unknown): number | undefined {
  const percent = typeof rtp === 'string' && rtp.trim() !== '' ? Number(rtp) : rtp;
  return typeof percent === 'number' && percent > 0 && percent <= 100 ? percent : undefined;
}

/** The entry's code or name for the message, where it has one. */
function nameOf(entry: unknown): string {
  const { code, game_code, game_name, name } = (entry ?? {}) as Fields;
  const known = [game_code, code, game_name, name].map(shortText).find((one) => one !== null && one !== '');
  return known === undefined || known === null ? '' : ` (${known.slice(0, 40)})`;
}
