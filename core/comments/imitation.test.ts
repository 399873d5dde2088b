import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteNames } from '../directory/site-name.ts';
import { isInvisible } from '../text.ts';
import { createImitationCheck } from './imitation.ts';

const NAMES = siteNames('Tiny Giants');

test.each([
  // The site, in every language.
  ...[
    'Tiny Giants',
    'tinygiants',
    'TINY-GIANTS',
    'Tiny Giants Team',
    'The Tiny_Giants',
    'T i n y G i a n t s',
  ],
  ...['작은 거인들', '작은거인들 안내', '小さな巨人', '小巨人', '小巨人团队'],
  // Who runs it.
  ...[
    'admin',
    'ADMIN',
    'Admin Kim',
    'admin_kim',
    'adminkim',
    'Kim (admin)',
    'site admin',
    'SiteAdmin',
    'siteadmin',
  ],
  ...[
    'Administrator',
    'administrators',
    'moderator',
    'Mod',
    'The Mods',
    'official',
    'Official Account',
    'staff',
  ],
  ...[
    'staff24',
    'Staff!',
    '@staff',
    'Support',
    'support team',
    'Customer Support',
    'webmaster',
    'system',
    'the team',
  ],
  ...[
    '관리자',
    '사이트 관리자',
    '관 리 자',
    '관.리.자',
    '운영자',
    '운영진',
    '공식',
    '공식 계정',
    '스태프',
    '어드민',
    '고객센터',
  ],
  ...[
    '管理者',
    '管理人',
    '運営',
    '運営事務局',
    '公式',
    '公式アカウント',
    'スタッフ',
    'ｽﾀｯﾌ',
    'サポート',
    'モデレーター',
  ],
  ...['管理员', '管理員', '网站管理员', '官方', '官方账号', '客服', '站长', '版主', '运营团队'],
  // Look-alikes.
  ...[
    'аdmin',
    'аԁміп',
    'ΑDΜΙΝ',
    'Αdmin',
    'tiny gіants',
    'Тinу Giаnts',
    'ａｄｍｉｎ',
    'ᴀᴅᴍɪɴ',
    '𝐚𝐝𝐦𝐢𝐧',
    'ⓐⓓⓜⓘⓝ',
    '🅰🅳🅼🅸🅽',
  ],
  ...[
    '🇦🇩🇲🇮🇳',
    'ádmïn',
    'a\u0301d\u0308min',
    'ad\u200bmin',
    'a\u00addmin',
    '\u2060admin',
    'a d m i n',
    'a.d.m.i.n',
  ],
  ...[
    'adm1n',
    '4dm1n',
    '@dmin',
    'adrnin',
    'm0derat0r',
    '0fficial',
    'officia1',
    'offıcial',
    'offiсial',
    '$taff',
    'st4ff',
  ],
  ...['T1ny G1ants', 'Tiny Gi4nts', 'tlny giants', '관\u3164리자', '管\u200d理员', '\u202enimda'],
])('%j imitates', (name) => {
  expect(createImitationCheck(NAMES)(name)).toBe(true);
});

test.each([
  ...[
    'Anonymous User',
    'Ann',
    'Ada Lovelace',
    'Badminton',
    'Padmini',
    'Modern Love',
    'Modesto',
    'Stafford',
    'Amos Tiny',
  ],
  ...[
    'Supportive Sam',
    'A giant',
    'Tiny',
    'Tina Grant',
    'Sysiphus',
    'Teamwork',
    'Rootbeer',
    'Admiral',
    '42',
    '!!!',
  ],
  ...[
    '김철수',
    '작은 거인의 팬',
    '관리',
    '이운영',
    '田中さん',
    '巨人ファン',
    '管理',
    '小明',
    '王官',
    'Иван',
    'Мария',
    'Γιώργος',
  ],
])('%j does not', (name) => {
  expect(createImitationCheck(NAMES)(name)).toBe(false);
});

test('a directory of another name is protected by that one too; a short one only as a whole', () => {
  expect(createImitationCheck(siteNames('Loom Directory'))('Loom Directоry')).toBe(true);
  expect(createImitationCheck(siteNames('Loom'))('Looms')).toBe(false);
  expect(createImitationCheck(siteNames('Loom'))('L00M')).toBe(true);
});

test('any name is judged, however odd', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
      expect(typeof createImitationCheck(NAMES)(name)).toBe('boolean');
    }),
  );
});

test('a name that cannot be seen is none', () => {
  expect(['', ' ', '\u200b\u2060', '\u3164', '\u2800 \u00ad'].map(isInvisible)).toEqual(Array(5).fill(true));
  expect([...'a1.'].map(isInvisible)).toEqual([false, false, false]);
});
