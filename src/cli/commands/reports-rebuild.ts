import { rebuildReports } from '../../server/reports/rebuild-reports.ts'
import { command } from '../command.ts'

export const reportsRebuild = command({
  group: 'reports',
  name: 'rebuild',
  args: [],
  summary: "Write the rows and sums of the agencies' lists anew, from what they tell of",
  tenant: 'required',
  needs: 'set-up',
  options: {},
  async run({ tenant, deps }) {
    const data = await rebuildReports(deps, tenant)
    const sums =
      data.wrongSums === 0 ? 'All sums were right.' : `${data.wrongSums} sums were wrong.`
    return { data, text: `${data.rows} rows are written. ${sums}` }
  },
})
