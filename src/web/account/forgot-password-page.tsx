import { makeForgotPage } from '../access/forgot-password.tsx'
import { customerAccess } from './customer-access.ts'

export const { loader, action, meta, Component } = makeForgotPage('forgot', customerAccess)
