/** The two kinds of accounts and sessions: the back office's and the members'. */
export type Side = 'admin' | 'user'
