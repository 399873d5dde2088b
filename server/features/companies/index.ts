/** Exports of the feature 'companies' for other features. */
export { selectedIds } from './admin-rows.ts';
export { readAdminCompany } from './admin-store.ts';
export { applyToEach } from './apply-to-each.ts';
export { changeMany, type ManyChanged, type ManyFields, readNames } from './change-many.ts';
export { createCompany } from './create-company.ts';
export { websiteKey } from './duplicate-keys.ts';
export { LAST_EVALUATION } from './evaluation.ts';
export { failedCompany } from './failed-company.ts';
export { lockFounderNames, namesOfToday } from './founders.ts';
export { readHistory, stateAt } from './history.ts';
export { countCompanyIssues, havingIssue } from './issues.ts';
export {
  type CompanyQuery,
  companiesListed,
  countCompanies,
  isNarrowed,
  isSearch,
  searchConnection,
  searchResults,
  selectMatching,
  withoutIndex,
} from './list-query.ts';
export { findCompanies, findListed } from './list-store.ts';
export { refreshListing } from './listing.ts';
export { readMark } from './logos.ts';
export { lookalikesOf } from './lookalikes.ts';
export { endDanglingRedirects, mergedInto, redirectOf, shownIds } from './merged-ids.ts';
export { moveCompanies, moveKind, requeueCompanies } from './moves.ts';
export { noteComment } from './note-changes.ts';
export { ownValuesOfToday, valueOfToday } from './of-today.ts';
export { countByField, countWithValue, deleteValues, requeueWithValues } from './own-values.ts';
export { pictureType } from './picture-type.ts';
export { isReservedId, isReservedKind, isReservedPath } from './reserved-ids.ts';
export { companiesWith, refreshFacets, rewriteField } from './rewrite.ts';
export { type CompanySave, lockCompanies, removeTexts, saveCompany } from './save-company.ts';
export { declineContent, SETUP_PENDING, shippedUnedited } from './shipped-content.ts';
export { addComments, founderName, readCompany, requireShownCompany, shownCategory } from './store.ts';
export { leftOtherwise, takeBackVersion } from './take-back.ts';
export { toSave } from './to-save.ts';
export { lastSave } from './versions.ts';
export { sumWeekOf } from './week-views.ts';
