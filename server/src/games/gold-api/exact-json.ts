import { parse } from 'lossless-json';

/** A run of digits that may be above 2^53, which `JSON.parse` would round to another number. */
const LONG_NUMBER = /\d{16}/;

const readNumber = (text: string): number | string => {
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value;
};

/**
 * Parses JSON; whole numbers above 2^53 become texts, because a rounded id would be the id of another
 * transaction. Throws a SyntaxError.
 */
export const parseExactJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? parse(text, null, readNumber) : JSON.parse(text);
