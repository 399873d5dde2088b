import { expect, test } from 'vitest';
import { formatPrice } from './price.ts';

test.each([
  ['$575M', '$575M', '5.75억 달러', '5.75億米ドル', '5.75亿美元'],
  ['$128,000', '$128,000', '12.8만 달러', '12.8万米ドル', '12.8万美元'],
  ['$7.5B', '$7.5B', '75억 달러', '75億米ドル', '75亿美元'],
  ['CN¥12M', 'CN¥12M', '1,200만 위안', '1,200万人民元', '1200万人民币'],
  ['¥1B', '¥1B', '10억 엔', '10億円', '10亿日元'],
  ['over $20M', 'over $20M', '2,000만 달러 이상', '2,000万米ドル超', '超过2000万美元'],
  ['up to $378M', 'up to $378M', '최대 3.78억 달러', '最大3.78億米ドル', '最高3.78亿美元'],
  ['$600M for 51%', '$600M for 51%', '지분 51%에 6억 달러', '株式の51%に6億米ドル', '51%股份作价6亿美元'],
  [
    '$30M–$40M (reported)',
    '$30M–$40M (reported)',
    '3,000만 달러~4,000만 달러 (보도 기준)',
    '3,000万米ドル～4,000万米ドル（報道による）',
    '3000万美元至4000万美元（据报道）',
  ],
  [
    '$103M, and up to $20M more',
    '$103M, and up to $20M more',
    '1.03억 달러, 조건부로 최대 2,000만 달러 추가',
    '1.03億米ドル、条件により最大2,000万米ドルを追加',
    '1.03亿美元，另有至多2000万美元视条件支付',
  ],
  ['a cow', 'a cow', 'a cow', 'a cow', 'a cow'],
])('a price is said in the language of its reader: %s', (price, en, ko, ja, zh) => {
  expect([
    formatPrice(price, 'en'),
    formatPrice(price, 'ko'),
    formatPrice(price, 'ja'),
    formatPrice(price, 'zh'),
  ]).toEqual([en, ko, ja, zh]);
});
