/** Ids of founders who are women by what they and the press say. A founder known by a handle alone is not listed. */
export const WOMEN_AMONG_FOUNDERS: ReadonlySet<string> = new Set([
  ...['alya-kattan', 'azza-fahmy', 'barbara-mattivy', 'bethlehem-tilahun-alemu', 'carla-barboto'],
  ...['christina-stembel', 'cyan-taeed', 'dadi-marinucci', 'danielle-simpson', 'dea-valencia'],
  ...['diana-moskovitz', 'diony-mcpherson', 'dora-munoz-de-cibils', 'dorothea', 'erica-xu', 'esther-wang'],
  ...['federica-marinucci', 'fen-chan', 'geeta-patil', 'grace-zhan', 'han-soon-deok', 'hannah-wolfe'],
  ...['huda-kattan', 'johanna-ortiz', 'judy-faulkner', 'julian-omalla', 'kalpana-jha', 'kim-so-hee'],
  ...['kylie-jenner', 'lee-hyo-jung', 'limor-fried', 'lin-ting-fei', 'lynda-weinman', 'manila-chaneton-de-vivo'],
  ...['maria-del-carmen-bocking', 'marie-martens', 'michelle-schroeder-gardner', 'mona-kattan', 'nada-debs'],
  ...['olga-pardo-santayana', 'pamella-magpali', 'papi-jiang', 'sara-beisso-de-souza', 'sara-blakely'],
  ...['sarah-kauss', 'sujata-biswas', 'sydney-pereira', 'taniya-biswas', 'tao-huabi', 'uma-jha', 'yuko-sato'],
]);
