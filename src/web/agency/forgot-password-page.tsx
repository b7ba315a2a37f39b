import { makeForgotPage } from '../access/forgot-password.tsx'
import { inArea } from '../access/in-area.ts'
import { agencyAccess } from './agency-access.ts'

const page = makeForgotPage('agency-forgot', agencyAccess)

export const { loader, action, Component } = page
export const meta = inArea('agency', page.meta)
