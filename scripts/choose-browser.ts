/** What has to be run, one after the other, before the journeys have a browser: nothing where there is one. */
export function chooseBrowserInstall(machine: {
  installed: boolean
  isRoot: boolean
  hasApt: boolean
}): string[][] {
  if (machine.installed) return []
  // Only root may install for the whole system; Debian's comes with all the libraries that it needs.
  if (machine.isRoot && machine.hasApt)
    return [
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', 'chromium'],
    ]
  return [[process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium']]
}
