/** The query parameter by which the section opens an issue. */
export const ISSUE_PARAMETER = 'issue';
