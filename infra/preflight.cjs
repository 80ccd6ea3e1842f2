'use strict'
// Runs before anything else, on whatever Node the machine has, so it is written for very old ones.
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    'Pointsman needs Node.js 24, and this is ' +
      process.versions.node +
      '. Run "npm ci" (it brings Node.js 24 on Linux and Windows), or install Node.js 24 and try again.',
  )
  process.exit(1)
}
