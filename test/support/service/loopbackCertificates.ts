/**
 * The key of both certificates, which are for `localhost` and 127.0.0.1, signed by themselves, and valid from
 * 2020 to 2120. It is no secret: nothing but these tests trusts it.
 */
export const loopbackKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgScMLluu3MHLtWrAx
UbEQFpGE8BOwYZFKRC9jq8NqeXGhRANCAAQ3r0+M0fS907LoioQqsClbCGtSrgEA
X0OaB3zxXZ0oG+XHVlf3ysrJhlTx5SIYmRp8RY84uTdHjIsBbfoF77YF
-----END PRIVATE KEY-----
`;

/** The certificate that the tests in the extension host make VS Code trust. */
export const trustedCertificate = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIBATAKBggqhkjOPQQDAjAgMR4wHAYDVQQDDBVQYXJsZXkg
dGVzdHMsIHRydXN0ZWQwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBa
MCAxHjAcBgNVBAMMFVBhcmxleSB0ZXN0cywgdHJ1c3RlZDBZMBMGByqGSM49AgEG
CCqGSM49AwEHA0IABDevT4zR9L3TsuiKhCqwKVsIa1KuAQBfQ5oHfPFdnSgb5cdW
V/fKysmGVPHlIhiZGnxFjzi5N0eMiwFt+gXvtgWjTjBMMA8GA1UdEwEB/wQFMAMB
Af8wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBR6dPhq+G68
WiGmuoXUyFbAvK4uGTAKBggqhkjOPQQDAgNIADBFAiBFmUJQ+UhP+SijGFPiq0Tz
1tGAzboONMMUcNCLvMtMtAIhAPQUVhn/8CgLXgpeUENF+FYQWglEFhTo7ctRJcFu
ksAi
-----END CERTIFICATE-----
`;

/** A certificate that nobody trusts. */
export const untrustedCertificate = `-----BEGIN CERTIFICATE-----
MIIBgzCCASmgAwIBAgIBAjAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdQYXJsZXkg
dGVzdHMsIHVudHJ1c3RlZDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAw
MFowIjEgMB4GA1UEAwwXUGFybGV5IHRlc3RzLCB1bnRydXN0ZWQwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAAQ3r0+M0fS907LoioQqsClbCGtSrgEAX0OaB3zxXZ0o
G+XHVlf3ysrJhlTx5SIYmRp8RY84uTdHjIsBbfoF77YFo04wTDAPBgNVHRMBAf8E
BTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQUenT4
avhuvFohprqF1MhWwLyuLhkwCgYIKoZIzj0EAwIDSAAwRQIhALi79jGYkee+exsZ
Y+oFgWAo8g/2IlWdq4VqHyxHT6vnAiBfMrlFDwRZqvcOWyG1qM0mny247gLFyZFj
LCSW6isNPQ==
-----END CERTIFICATE-----
`;
