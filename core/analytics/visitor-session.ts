/** Header in which a client sends its visitor session with likes, views and comments. */
export const VISITOR_HEADER = 'x-visitor-session';
/** Local storage key under which a client keeps the session it was given. */
export const VISITOR_KEY = 'visitorSessionId';
