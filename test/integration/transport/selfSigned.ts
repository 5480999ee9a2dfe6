/** A key and a certificate for localhost that nobody vouches for, so that nobody should accept it. Used by no other server than the one of the test. */
export const selfSigned = {
	key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnc+dSp3quI2v4B0J
gT31Cl7LXKEE1OZ9dglqX2fPvbqhRANCAATo1lLioq2QSY4fKe3PD/9PXTwp3sEY
7k0QYA5wVZYJjuYpkIFXqaXkhQHiyVpaJ9PUZZLNf7GnbDohqY0DZGJH
-----END PRIVATE KEY-----`,
	cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUbFJBtC8ish9Zk4KDM/k82zyZwA8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAyNDcxMloYDzIxMjYxMDI4
MDI0NzEyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATo1lLioq2QSY4fKe3PD/9PXTwp3sEY7k0QYA5wVZYJjuYpkIFXqaXk
hQHiyVpaJ9PUZZLNf7GnbDohqY0DZGJHo1MwUTAdBgNVHQ4EFgQUMDxrcexhmyLO
n23Naam3Eg8snBowHwYDVR0jBBgwFoAUMDxrcexhmyLOn23Naam3Eg8snBowDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAs54lvi6IA5gYMfrYhg9n
pFq1KbV5NsS57ccMiC3C0m4CIClZVnw1+tPl/nUxYPljmVQoah8lTFheedZozgvK
6Our
-----END CERTIFICATE-----`,
};
