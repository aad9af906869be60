/**
 * Reads an answer whose field `list` is a list, without the schema of the contract, which is for the server
 * and would be in the first load of every page.
 */
export const answerWithList = <Answer>(list: keyof Answer) => ({
  parse(body: unknown): Answer {
    if (!Array.isArray((Object(body) as Partial<Answer>)[list]))
      throw new Error(`answer without ${String(list)}`);
    return body as Answer;
  },
});
