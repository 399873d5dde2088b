import 'i18next';
import type categories from './locales/en/categories.json';
import type comments from './locales/en/comments.json';
import type common from './locales/en/common.json';
import type companies from './locales/en/companies.json';
import type home from './locales/en/home.json';
import type accounts from './locales/en/on-demand/accounts.json';
import type add from './locales/en/on-demand/add.json';
import type administrators from './locales/en/on-demand/administrators.json';
import type ai from './locales/en/on-demand/ai.json';
import type audit from './locales/en/on-demand/audit.json';
import type collections from './locales/en/on-demand/collections.json';
import type compare from './locales/en/on-demand/compare.json';
import type console from './locales/en/on-demand/console.json';
import type dashboard from './locales/en/on-demand/dashboard.json';
import type directory from './locales/en/on-demand/directory.json';
import type documents from './locales/en/on-demand/documents.json';
import type drafts from './locales/en/on-demand/drafts.json';
import type edit from './locales/en/on-demand/edit.json';
import type explore from './locales/en/on-demand/explore.json';
import type factors from './locales/en/on-demand/factors.json';
import type follows from './locales/en/on-demand/follows.json';
import type jobs from './locales/en/on-demand/jobs.json';
import type lists from './locales/en/on-demand/lists.json';
import type moderation from './locales/en/on-demand/moderation.json';
import type newsletter from './locales/en/on-demand/newsletter.json';
import type password from './locales/en/on-demand/password.json';
import type problems from './locales/en/on-demand/problems.json';
import type proposals from './locales/en/on-demand/proposals.json';
import type reading from './locales/en/on-demand/reading.json';
import type refusals from './locales/en/on-demand/refusals.json';
import type replies from './locales/en/on-demand/replies.json';
import type scores from './locales/en/on-demand/scores.json';
import type search from './locales/en/on-demand/search.json';
import type security from './locales/en/on-demand/security.json';
import type settings from './locales/en/on-demand/settings.json';
import type share from './locales/en/on-demand/share.json';
import type since from './locales/en/on-demand/since.json';
import type transfer from './locales/en/on-demand/transfer.json';
import type translations from './locales/en/on-demand/translations.json';
import type ui from './locales/en/on-demand/ui.json';
import type users from './locales/en/on-demand/users.json';
import type work from './locales/en/on-demand/work.json';

/**
 * The texts as English has them: a key that is missing or misspelt does not compile. The other languages
 * have the same keys, which a test makes sure of.
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    strictKeyChecks: true;
    parseInterpolation: false;
    resources: {
      categories: typeof categories;
      comments: typeof comments;
      common: typeof common;
      companies: typeof companies;
      home: typeof home;
      accounts: typeof accounts;
      add: typeof add;
      administrators: typeof administrators;
      ai: typeof ai;
      collections: typeof collections;
      compare: typeof compare;
      console: typeof console;
      dashboard: typeof dashboard;
      directory: typeof directory;
      documents: typeof documents;
      drafts: typeof drafts;
      edit: typeof edit;
      explore: typeof explore;
      factors: typeof factors;
      follows: typeof follows;
      jobs: typeof jobs;
      lists: typeof lists;
      moderation: typeof moderation;
      newsletter: typeof newsletter;
      password: typeof password;
      problems: typeof problems;
      reading: typeof reading;
      proposals: typeof proposals;
      refusals: typeof refusals;
      replies: typeof replies;
      scores: typeof scores;
      search: typeof search;
      audit: typeof audit;
      work: typeof work;
      security: typeof security;
      settings: typeof settings;
      share: typeof share;
      since: typeof since;
      transfer: typeof transfer;
      translations: typeof translations;
      ui: typeof ui;
      users: typeof users;
    };
  }
}
