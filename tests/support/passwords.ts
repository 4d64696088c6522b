/** The initial passwords of the accounts `admin` and `member` in every test. */
export const passwords = { admin: 'Admin123456', member: 'Member123456' }
