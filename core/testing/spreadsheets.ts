/** Tables as spreadsheets save them, each of one company or more that are taken: the file, and their ids. */
export const SPREADSHEETS: readonly (readonly [name: string, file: string, ids: readonly string[]])[] = [
  [
    'empty columns at the end',
    '\uFEFFid,category,name_en,founder,description_en,,\r\na,no-seed,A,x,d,,\r\n',
    ['a'],
  ],
  [
    'rows of commas',
    'id,category,name_en,founder,description_en\na,no-seed,A,x,d\n,,,,\n ,,,,\n\nb,no-seed,B,x,d\n,,,,,,\n',
    ['a', 'b'],
  ],
  [
    'line ends of Windows',
    'id,category,name_en,founder,description_en,story_en\r\na,no-seed,A,x,d,"First.\r\n\r\nSecond."\r\n',
    ['a'],
  ],
  [
    'capitals and spaces in the columns',
    ' ID ,Category,Name_EN,FOUNDER, Description_en\na,no-seed,A,x,d\n',
    ['a'],
  ],
  [
    'full-width letters in the columns',
    'ｉｄ,category,ｎａｍｅ_en,founder,description_en\na,no-seed,A,x,d\n',
    ['a'],
  ],
  ['spaces around values', 'id,category,name_en,founder,description_en\n a , no-seed ,A,x,d\n', ['a']],
  [
    'numbers',
    'id,category,employees,founded,name_en,founder,description_en\na,no-seed,"1,200",2010,A,x,d\nb,no-seed,１２,２０１０,B,x,d\nc,no-seed,12.0,2010.0,C,x,d\n',
    ['a', 'b', 'c'],
  ],
  [
    'a moment of a spreadsheet',
    'id,category,created_at,name_en,founder,description_en\na,no-seed,2026-11-21 10:00,A,x,d\nb,no-seed,21.11.2026,B,x,d\n',
    ['a', 'b'],
  ],
  ['a sep= line with a comma', 'sep=,\nid,category,name_en,founder,description_en\na,no-seed,A,x,d\n', ['a']],
  [
    'a sep= line with a semicolon',
    '\uFEFFsep=;\r\nid;category;name_en;founder;description_en;\r\na;no-seed;A, Inc.;x;d;\r\n',
    ['a'],
  ],
  ['semicolons alone', 'id;category;name_en;founder;description_en\na;no-seed;A;x;d\n', ['a']],
  ['tabs', 'id\tcategory\tname_en\tfounder\tdescription_en\na\tno-seed\tA\tx\td\n', ['a']],
  [
    'an id as macOS writes it',
    `id,category,name_ko,founder,description_ko\n${'카카오'.normalize('NFD')},no-seed,카카오,x,d\n`,
    ['카카오'],
  ],
];
