export const messages = {
  title: 'Journal',
  titleOf: (username: string) => `Journal : ${username}`,
  back: 'Back',
};
