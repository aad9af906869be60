/** Tunisian first and last names, from which the usernames of demo clients are made. */
export const FIRST_NAMES = (
  'amine sami yassine karim nadia leila hichem walid ines rania mehdi salma fares olfa bilel sonia ' +
  'anis mouna tarek hela skander asma zied dorra nizar emna khaled marwa ramzi sirine adel yosra'
).split(' ');
export const LAST_NAMES = 'trabelsi bensalah jaziri mansour gharbi chebbi ayari sassi'.split(' ');
