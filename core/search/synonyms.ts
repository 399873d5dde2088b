import type { Language } from '../languages.ts';

/** Synonyms: a line for each group, separated by commas. */
export const DEFAULT_SYNONYMS: { readonly [L in Language]?: readonly string[] } = {
  en: [
    'solo, solo developer, one-person, one person, single person, solopreneur, one-person developer',
    'bootstrapped, bootstrap, self-funded, no seed, without investors, without venture capital',
    'saas, software as a service',
    'indie, indie hacker, indie hackers, independent maker',
    'small team, small teams, tiny team',
    'hidden, unknown, hidden champion, uncharted',
    'email, e-mail, mail, newsletter',
    'privacy, private',
    'game, video game, games',
    'open source, oss, free software',
    'ai, artificial intelligence, machine learning',
    'acquired, acquisition, exit, sold',
    'shop, store, retail, e-commerce, ecommerce',
    'food, snack, confectionery',
    'korea, south korea, korean',
    'japan, japanese',
    'china, chinese',
    'usa, united states, america, american',
    'uk, united kingdom, britain, british',
    'ads, advertising, ad-free',
    'ceo, founder',
  ],
  ko: [
    '1인, 1인 개발자, 1인 기업, 1인 개발, 솔로, 혼자',
    '부트스트랩, 부트스트래핑, 무투자, 투자 없이, 외부 투자 없이, 자기 자본, 노시드',
    '사스, SaaS, 구독형 소프트웨어',
    '인디, 인디 해커, 인디해커',
    '소규모, 소규모 팀, 작은 팀',
    '숨은 강자, 히든 챔피언, 강소기업',
    '이메일, 메일, 뉴스레터',
    '개인정보, 프라이버시, 사생활',
    '게임, 비디오 게임',
    '오픈 소스, 오픈소스',
    '인공지능, AI',
    '인수, 매각, 엑싯',
    '쇼핑몰, 커머스, 상점',
    '앱, 애플리케이션',
    '미국, 미합중국',
    '창업자, 설립자',
  ],
  ja: [
    '一人, ひとり, 個人開発, 個人開発者, ソロ',
    'ブートストラップ, 自己資金, 外部資金なし, 無借金, シードなし',
    'サース, SaaS',
    'インディー, インディーハッカー, 個人',
    '少人数, 小さなチーム, 小規模',
    '隠れた優良企業, ニッチトップ, グローバルニッチ',
    'メール, 電子メール, ニュースレター',
    'プライバシー, 個人情報',
    'ゲーム, ビデオゲーム',
    'オープンソース, オープン・ソース',
    '人工知能, AI',
    '買収, 売却',
    '町工場, 製造, メーカー',
    'アメリカ, 米国',
    '創業者, 創設者',
  ],
  zh: [
    '一人, 独立开发者, 个人开发者, 单人, 一人公司',
    '自力更生, 自筹资金, 无融资, 没有融资, 无种子, 自举',
    '软件即服务, SaaS',
    '独立黑客, 独立开发',
    '小团队, 小型团队',
    '隐形冠军, 无人知晓',
    '邮件, 电子邮件, 邮箱, 新闻通讯',
    '隐私, 个人信息',
    '游戏, 电子游戏, 手游',
    '开源, 开放源代码',
    '人工智能, AI',
    '收购, 出售',
    '制造, 工厂, 制造商',
    '应用, App, 软件, 软体',
    '程序, 程式',
    '网络, 网路',
    '视频, 影片',
    '创始人, 创办人',
  ],
};

/** The longest line, and how many of them a language can have. */
export const SYNONYMS_LENGTH = 300;
export const SYNONYMS_MAX = 200;

/** The words of a line. */
export const membersOf = (line: string): string[] =>
  line
    .split(/[,，、]/)
    .map((member) => member.trim())
    .filter(Boolean);
