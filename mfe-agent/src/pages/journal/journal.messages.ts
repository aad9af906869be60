export const messages = {
  titleOf: (username: string) => `Journal\u00a0: ${username}`,
  back: 'Back',
};
