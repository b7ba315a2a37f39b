import { withTenant } from '../../server/db/connection.ts'
import { retryConflict } from '../../server/db/retry-conflict.ts'
import { erasePerson, type Erased } from '../../server/operator/erase-person.ts'
import { readAddress } from '../choose-accounts.ts'
import { command, CommandError } from '../command.ts'
import { confirmChange } from '../confirm-change.ts'

export const peopleErase = command({
  group: 'people',
  name: 'erase',
  args: ['ADDRESS'],
  summary:
    'Forget an address, for whoever asks by letter (Art. 17 GDPR): its account ends, its contacts withdraw, it leaves its agency',
  details: [
    'Make sure first that the letter is from whom the address belongs to. What was collected is still paid; rewards that nobody collected',
    'are lost, which --waive has to say in the name of that person. Open contracts keep a contact until they are settled.',
  ],
  tenant: 'required',
  needs: ['delete', 'people'],
  asksPerson: true,
  asksReason: true,
  options: {
    waive: { text: 'the person gives up rewards that were not collected' },
    yes: { text: 'without a question' },
  },
  async run({ args, values, tenant: code, actor, deps, ask }) {
    const tenant = await deps.tenants.get(code)
    const email = readAddress(args[0])
    await confirmChange(
      { yes: values.yes, ask },
      [`This forgets ${email} at ${tenant.name}. It cannot be taken back.`],
      'Forget this address?',
    )
    const waive = values.waive === true
    const erased = await retryConflict(() =>
      withTenant(deps.db, code, (tx) => erasePerson(tx, deps, tenant, { email, waive, actor })),
    )
    if (erased.account === 'not-waived')
      throw new CommandError(
        'There are rewards that would be lost: they are collected first, or --waive says that the person gives them up. Nothing is forgotten',
      )
    const lines = say(erased)
    return {
      data: erased,
      text: lines.length > 0 ? lines.join('\n') : `Nothing is kept about this address at ${code}.`,
    }
  },
})

function say(erased: Erased): string[] {
  const { account, recipients, invitations, agencyUsers, partners } = erased
  return [
    ...(account === 'removed' ? ['The account is ended.'] : []),
    ...recipients.map(({ number, keptFor }) =>
      keptFor.length === 0
        ? `Contact ${number} is forgotten.`
        : `Contact ${number} is forgotten as soon as this is settled: ${keptFor.join(', ')}.`,
    ),
    ...(invitations > 0 ? [`Invitations that name nobody any more: ${invitations}.`] : []),
    ...agencyUsers.map(({ agency, role, left }) =>
      role === 'owner'
        ? `The address belongs to the owner of agency ${agency}, whose invoices are kept: "agencies deactivate ${agency} --close" ends it.`
        : `Employee of agency ${agency}: ${left ? 'out now' : 'left before'}; the name stays with what was decided.`,
    ),
    ...partners.map(
      (number) =>
        `The address belongs to sales partner ${number}, whose credit notes are kept: "sales-partners deactivate ${number} --close" ends it.`,
    ),
  ]
}
