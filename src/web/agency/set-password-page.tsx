import { makePasswordPage } from './password-page.tsx'

export const { loader, action, meta, Component } = makePasswordPage('first', 'AgencyHome')
