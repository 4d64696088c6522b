/** The two kinds of accounts and sessions: `admin` for the back office, `user` for members. */
export type Side = 'admin' | 'user'
