export const messages = {
  title: 'Journal',
  titleOf: (username: string) => `Journal\u00a0: ${username}`,
  back: 'Back',
};
