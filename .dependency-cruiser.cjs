/** The three floors of the house, and who may touch AWS. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A module that nothing imports is dead, unless something outside starts it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^functions/[^/]+/index\\.ts$',
          '^infra/(app\\.ts|preflight\\.cjs)$',
          '^infra/local/',
          '^shared/http/mini\\.ts$',
          '^functions/site/assets/',
          '^test/',
          '\\.d\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'shared-is-the-ground-floor',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(functions|infra|test)/' },
    },
    {
      name: 'functions-stand-apart',
      comment: 'A function imports itself and shared, never another function.',
      severity: 'error',
      from: { path: '^functions/([^/]+)/' },
      to: { path: '^(functions|infra|test)/', pathNot: '^functions/$1/' },
    },
    {
      name: 'cdk-reads-the-contract-only',
      severity: 'error',
      from: { path: '^infra/', pathNot: '^infra/local/' },
      to: { path: '^(functions|shared)/', pathNot: ['^shared/contract/', '^shared/http/operation\\.ts$'] },
    },
    {
      name: 'product-does-not-know-its-tests',
      severity: 'error',
      from: { path: '^infra/' },
      to: { path: '^test/' },
    },
    {
      name: 'aws-sdk-in-stores-only',
      severity: 'error',
      from: {
        path: '^(shared|functions|infra)/',
        pathNot: ['/store\\.ts$', '/publish\\.ts$', '^shared/aws/', '^infra/local/'],
      },
      to: { path: 'node_modules/(@aws-sdk|@smithy)/' },
    },
    {
      name: 'cdk-in-infra-only',
      severity: 'error',
      from: { path: '^(shared|functions|infra/local)/' },
      to: { path: 'node_modules/(aws-cdk-lib|constructs|cdk-nag)/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
