/** Made by scripts/public-endpoints.ts. */
declare module 'virtual:public-endpoints' {
  type LightCalls = import('./public-calls.ts').LightCalls;
  export const countNotifications: LightCalls['countNotifications'];
  export const editComment: LightCalls['editComment'];
  export const findChanges: LightCalls['findChanges'];
  export const findComments: LightCalls['findComments'];
  export const findCompanies: LightCalls['findCompanies'];
  export const findFollowedThreads: LightCalls['findFollowedThreads'];
  export const findOwnComments: LightCalls['findOwnComments'];
  export const findReplies: LightCalls['findReplies'];
  export const followThread: LightCalls['followThread'];
  export const leaveThread: LightCalls['leaveThread'];
  export const likeCompany: LightCalls['likeCompany'];
  export const logout: LightCalls['logout'];
  export const postComment: LightCalls['postComment'];
  export const postReply: LightCalls['postReply'];
  export const readLike: LightCalls['readLike'];
  export const readMe: LightCalls['readMe'];
  export const readNumbers: LightCalls['readNumbers'];
  export const recordCategoryView: LightCalls['recordCategoryView'];
  export const recordPageVisit: LightCalls['recordPageVisit'];
  export const reportComment: LightCalls['reportComment'];
  export const searchAll: LightCalls['searchAll'];
  export const takeBackComment: LightCalls['takeBackComment'];
  export const unlikeCompany: LightCalls['unlikeCompany'];
  export const viewCompany: LightCalls['viewCompany'];
}

declare module 'virtual:list-endpoints' {
  type LightCalls = import('./public-calls.ts').LightCalls;
  export const createSavedList: LightCalls['createSavedList'];
  export const deleteSavedList: LightCalls['deleteSavedList'];
  export const findCompaniesById: LightCalls['findCompaniesById'];
  export const findSavedLists: LightCalls['findSavedLists'];
  export const joinSavedList: LightCalls['joinSavedList'];
  export const replaceSavedList: LightCalls['replaceSavedList'];
}

declare module 'virtual:follow-endpoints' {
  type LightCalls = import('./public-calls.ts').LightCalls;
  export const changeFollow: LightCalls['changeFollow'];
  export const confirmFollows: LightCalls['confirmFollows'];
  export const endFollow: LightCalls['endFollow'];
  export const readFollows: LightCalls['readFollows'];
  export const readPreferences: LightCalls['readPreferences'];
  export const startFollow: LightCalls['startFollow'];
  export const unsubscribe: LightCalls['unsubscribe'];
}
