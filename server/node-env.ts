/**
 * React looks at it when it is loaded, and React's code for development takes twice as long for a page.
 * To be imported before anything that loads React; what the environment says would only be forgotten there.
 */
process.env['NODE_ENV'] = process.argv.includes('--development') ? 'development' : 'production';
