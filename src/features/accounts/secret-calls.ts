import { posting } from '#src/crud/calls/endpoint-calls.ts'
import type { accountEndpoints, memberSecretEndpoints } from './account-endpoints.api.server.ts'

/** The calls about the secrets of accounts, for both kinds. */
export const secretCalls = {
  user: {
    removeFactors: posting<typeof accountEndpoints.removeFactors>('/adminApi/user/removeFactors'),
    /** Gives an account a random password, which is answered once. */
    resetPassword: posting<typeof accountEndpoints.resetPassword>('/adminApi/user/resetPassword'),
    /** The file with the activation codes of an import, once. */
    activationFile: posting<typeof accountEndpoints.activationFile>('/adminApi/user/activationFile'),
  },
  member: {
    removeFactors: posting<typeof memberSecretEndpoints.removeFactors>('/adminApi/member/removeFactors'),
    resetPassword: posting<typeof memberSecretEndpoints.resetPassword>('/adminApi/member/resetPassword'),
    activationFile: posting<typeof memberSecretEndpoints.activationFile>('/adminApi/member/activationFile'),
  },
} as const
