import { formatCents, parsePlan } from '../../domain/money.ts'
import type { Listing } from '../../server/catalogue/listing.ts'
import { findListing } from '../../server/catalogue/listing-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { hideAddresses } from '../../server/tenant/hidden-addresses.ts'
import { findTenantPicture } from '../../server/tenant/picture-store.ts'
import { tenantOrigin } from '../../server/tenant/tenant-origin.ts'
import { findStoredTenant, listStoredTenants } from '../../server/tenant/store.ts'
import { command, CommandError } from '../command.ts'
import { listMissing } from '../../server/operator/list-missing.ts'
import { givePictures } from '../../server/operator/tenant-pictures.ts'
import { countPools, type Pool } from '../../server/reward/voucher-pool-store.ts'
import { table } from '../table.ts'

export const tenantShow = command({
  group: 'tenant',
  name: 'show',
  args: ['[CODE]'],
  summary:
    'Show one tenant with its products, reward options and voucher pools (--json: its whole file), or all of them',
  tenant: 'none',
  needs: 'set-up',
  options: {},
  async run({ args, tenant, deps }) {
    const code = args[0] ?? tenant
    if (code === '') {
      const all = await listStoredTenants(deps.db)
      return {
        data: all.map(({ code, name, hosts }) => ({ code, name, hosts })),
        text: table(
          ['Code', 'Name', 'Hosts'],
          all.map((one) => [one.code, one.name, hostsOf(one, deps.publicOrigin)]),
          'There are no tenants yet: "tenant create FILE.json" makes one.',
        ),
      }
    }
    const stored = await findStoredTenant(deps.db, code)
    if (!stored) throw new CommandError(`There is no tenant ${code}: "tenant show" lists them`)
    const read = await deps.tenants.get(code)
    const rows: [string, string][] = [
      ['Code', read.code],
      ['Name', `${read.name} (${read.legalName})`],
      ['Hosts', hostsOf(read, deps.publicOrigin)],
      ['Languages', read.locales.join(', ')],
      ['Channels', read.channels.join(', ')],
      ['Shares', read.shares.map((share) => `${share}:${100 - share}`).join(', ')],
      ['Referral valid', `${read.referralDays} days`],
      ['Complaint period', `${read.complaintDays} days`],
      ['Payout after', `${read.payoutDays} days`],
      ['Reward collectable', `${read.rewardMonths} months`],
      ['IBANs', read.acceptedIbans === 'german' ? 'German only' : 'SEPA'],
      ['Payout account', `${read.payoutAccount.name}, ${read.payoutAccount.iban}`],
      ['Mails from', `${read.mailSender.name} <${read.mailSender.address}>`],
      ['Flags', JSON.stringify(stored.flags)],
    ]
    const { listing, pools } = await withTenant(deps.db, code, async (tx) => ({
      listing: await findListing(tx, code),
      pools: await countPools(tx, code),
    }))
    const missing = listMissing(code, listing, pools)
    const file = await givePictures({ tenant: hideAddresses(deps.keys, stored), listing }, (name) =>
      withTenant(deps.db, code, (tx) => findTenantPicture(tx, code, name)),
    )
    return {
      data: { ...file.tenant, ...file.listing, voucherPools: pools },
      text: [
        table(['Setting', 'Value'], rows, ''),
        productTable(listing),
        optionTable(listing),
        poolTable(pools),
        campaignTable(listing),
        ...(missing.length > 0 ? [['Still missing:', ...missing].join('\n  ')] : []),
      ].join('\n\n'),
    }
  },
})

/** Its own hosts, else the server's. */
const hostsOf = (tenant: { code: string; hosts: string[] }, publicOrigin: string) =>
  tenant.hosts.join(', ') || new URL(tenantOrigin(publicOrigin, tenant)).hostname

const productTable = ({ products }: Listing) =>
  table(
    ['Product', 'Provider id', 'Title', 'Category', 'Plan', 'Earns', 'Shown', 'Homepage'],
    products.map((one) => {
      const plan = parsePlan(one.commission)
      const earns = formatCents(plan?.cents ?? 0, 'en')
      const shown = one.active ? 'yes' : 'no'
      const home = one.active && one.featured ? 'yes' : 'no'
      return [one.id, one.externalId, one.title.en, one.category, plan?.plan, earns, shown, home]
    }),
    'There are no products yet.',
  )

const optionTable = ({ rewardOptions }: Listing) =>
  table(
    ['Option', 'Kind', 'Title', 'From', 'Until'],
    rewardOptions.map((one) => [one.id, one.kind, one.title.en, one.startsOn, one.endsOn]),
    'There are no reward options yet.',
  )

const campaignTable = ({ campaigns }: Listing) =>
  table(
    ['Campaign', 'Title', 'Version', 'From', 'Until'],
    campaigns.map((one) => [one.id, one.title.en, one.version, one.startsOn, one.endsOn]),
    'There are no campaigns.',
  )

const poolTable = (pools: Pool[]) =>
  table(
    ['Voucher', 'Value', 'Free codes', 'Handed out'],
    pools.map((pool) => [pool.option, formatCents(pool.cents, 'en'), pool.free, pool.taken]),
    'There are no voucher codes yet.',
  )
