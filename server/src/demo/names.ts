/** First and last names that a Tunisian agent's clients could bear; usernames are made of them. */
export const FIRST_NAMES = [
  'amine', 'sami', 'yassine', 'karim', 'nadia', 'leila', 'hichem', 'walid', 'ines', 'rania', 'mehdi', 'salma', 'fares',
  'olfa', 'bilel', 'sonia', 'anis', 'mouna', 'tarek', 'hela', 'skander', 'asma', 'zied', 'dorra', 'nizar', 'emna',
  'khaled', 'marwa', 'ramzi', 'sirine', 'adel', 'yosra',
] as const;
export const LAST_NAMES = ['trabelsi', 'bensalah', 'jaziri', 'mansour', 'gharbi', 'chebbi', 'ayari', 'sassi'] as const;
