import { makeForgotPage } from '../access/forgot-password.tsx'
import { agencyAccess } from './agency-access.ts'

export const { loader, action, meta, Component } = makeForgotPage('agency-forgot', agencyAccess)
