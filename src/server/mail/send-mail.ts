import { advertisingMails, type MailTemplate, type WebBundle } from '../../contract/page-context.ts'
import { accessOf } from '../../contract/every-page.ts'
import { isConsolePage, type PageName } from '../../contract/pages.ts'
import { pagePath } from '../../contract/paths.ts'
import { platformCode } from '../../domain/platform.ts'
import { formatCents } from '../../domain/money.ts'
import { providerLoginHref } from '../../domain/provider-login.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { voucherPlace } from '../base/voucher-places.ts'
import { tokenText } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { contentOf } from '../gateways/content/content-of.ts'
import type { MailGateway } from '../gateways/mail/mail-gateway.ts'
import { pageUrl, tenantOrigin } from '../tenant/tenant-origin.ts'
import { blankMail } from './blank-store.ts'
import { readMailPictures } from './mail-pictures.ts'
import { mailTenant } from './mail-tenant.ts'
import { findLastName } from './name-store.ts'
import { findMail, markMailSent, type MailData, type StoredMail } from './store.ts'
import { findVoucherCodes, isNobodys } from './voucher-store.ts'

/**
 * Sends a queued mail. Its id is the Message-ID, so the receiver can recognise a repeat after a crash; a mail marked as sent is
 * never resent.
 */
export async function sendMail(
  deps: Deps,
  mailer: MailGateway,
  web: () => Promise<Pick<WebBundle, 'renderMail'>>,
  code: string,
  mailId: string,
): Promise<void> {
  const tenant = await deps.tenants.get(code)
  const written = await withTenant(deps.db, code, async (tx) => {
    const mail = await findMail(tx, code, mailId)
    if (mail?.state !== 'queued') return null
    const locale = mail.locale as Locale
    const data = await resolve(tx, deps, tenant, locale, mail.data as MailData)
    return { mail, locale, data: { ...data, ...(await lastNameOf(tx, tenant, mail, data)) } }
  })
  if (!written) return
  const { mail, locale, data } = written
  const origin = tenantOrigin(deps.publicOrigin, tenant)
  const { renderMail } = await web()
  const texts = await contentOf(deps, tenant).mailTexts(locale)
  const picture = typeof data.picture === 'string' ? data.picture : null
  const pictures = await readMailPictures(deps, tenant, picture)
  const rendered = await renderMail({
    template: mail.template as MailTemplate,
    locale,
    data,
    texts,
    tenant: mailTenant(deps.publicOrigin, tenant, locale, pictures.shown),
  })
  await mailer.send({
    id: mail.mail_id,
    from: tenant.mailSender,
    to: mail.to_address,
    // Replies to a contact message go to its sender.
    replyTo: mail.template === 'contactMessage' ? String(data.email) : undefined,
    date: deps.clock.now(),
    ...rendered,
    pictures: pictures.parts(rendered.html),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': locale,
      ...unsubscribeHeaders(mail.template as MailTemplate, `${origin}/api/v1/${code}`, data),
    },
  })
  await withTenant(deps.db, code, async (tx) => {
    await markMailSent(tx, code, mailId, deps.clock.now())
    // The last mail to a deleted person: its address is deleted, too.
    if (
      mail.template === 'accountDeleted' ||
      (await isVoucherOfNobody(tx, code, mail.data as MailData))
    )
      await blankMail(tx, code, mailId)
  })
}

/** The formal greeting needs the last name, looked up by mailbox. */
async function lastNameOf(
  tx: Tx,
  tenant: Tenant,
  mail: StoredMail,
  { firstName, lastName }: Record<string, string | number | null>,
): Promise<Record<string, string | null>> {
  if (tenant.address !== 'Sie') return { lastName: null }
  if (lastName !== undefined) return {}
  if (typeof firstName !== 'string' || firstName === '') return {}
  return { lastName: await findLastName(tx, tenant.code, mail.to_address, firstName) }
}

async function isVoucherOfNobody(tx: Tx, tenant: string, { codes }: MailData): Promise<boolean> {
  return (
    typeof codes === 'object' &&
    codes !== null &&
    'vouchersOf' in codes &&
    isNobodys(tx, tenant, codes.vouchersOf)
  )
}

/** One-click unsubscribe (RFC 8058), for advertising only: it must not stop vouchers. */
function unsubscribeHeaders(
  template: MailTemplate,
  api: string,
  { unsubscribe }: Record<string, string | number | null>,
): Record<string, string> {
  if (!advertisingMails.has(template)) return {}
  const token = new URL(String(unsubscribe)).searchParams.get('t') ?? ''
  return {
    'List-Unsubscribe': `<${api}/empfehler/newsletter/optout?t=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

// With the provider's login, the personal area replaces their tokens and passwords.
const byOwnLogin: readonly PageName[] = [
  'Registration',
  'Confirmation',
  'SetPassword',
  'ForgotPassword',
  'Login',
]

/** The provider's login with the page to return to; null if the page needs none or there is no such login. */
function throughProvider(
  tenant: Tenant,
  locale: Locale,
  page: PageName,
  query: Record<string, string>,
): string | null {
  if (!tenant.autoLogin) return null
  const byUs = byOwnLogin.includes(page)
  if (!byUs && accessOf(page) !== 'login') return null
  const target = pagePath(tenant.routes, locale, byUs ? 'Dashboard' : page, {}, byUs ? {} : query)
  return tenant.providerLogin ? providerLoginHref(tenant.providerLogin, target) : null
}

/** Resolves links and vouchers, stored by reference, into a mail's data. */
async function resolve(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
  data: MailData,
): Promise<Record<string, string | number | null>> {
  const resolved: Record<string, string | number | null> = {}
  for (const [name, value] of Object.entries(data)) {
    if (value === null || typeof value !== 'object') {
      resolved[name] = value
    } else if ('link' in value) {
      const { page, params, query = {}, token } = value.link
      const text = token ? await tokenText(tx, deps.keys, tenant.code, token.id) : null
      const all = token && text ? { ...query, [token.as]: text } : query
      resolved[name] =
        throughProvider(tenant, locale, page, query) ??
        pageUrl(
          deps.publicOrigin,
          isConsolePage(page) ? await deps.tenants.get(platformCode) : tenant,
          locale,
          page,
          params,
          all,
        )
    } else {
      const codes = await findVoucherCodes(tx, tenant.code, value.vouchersOf)
      resolved[name] = codes
        .map(({ voucher_id, code_encrypted }) =>
          deps.keys.decrypt(code_encrypted, voucherPlace(tenant.code, voucher_id)),
        )
        .join('\n')
      if (codes.length > 1)
        resolved['worths'] = codes.map(({ cents }) => formatCents(cents, locale)).join('\n')
    }
  }
  return resolved
}
