/** Exports of the feature 'company-index' for other features. */
export { addressIn } from './addresses.ts';
export {
  type Among,
  companyIndex,
  loadedRanking,
  loadRanking,
  searchCompanies,
} from './company-index.ts';
export { sameSearchDocument, toSearchDocument } from './documents.ts';
export {
  countryNamesByCode,
  LABEL_NAMES,
  matchingValues,
  nearestCategory,
  parsedCategoryNames,
  parsedKindNames,
} from './labels.ts';
export {
  afterCursor,
  byRank,
  byStep,
  cursorColumns,
  cursorTypes,
  orderBy,
  orderOf,
  RANKING,
  rankedBefore,
  reversed,
} from './list-order.ts';
export { loadMatchedTexts, matchesOf } from './matches.ts';
