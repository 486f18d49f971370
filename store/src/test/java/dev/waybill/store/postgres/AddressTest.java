package dev.waybill.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.journal.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One place, two ways to write it.
class AddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://ann:s%40cret+%2F@db.example:6432/ledger?sslmode=require&application_name=me",
                "postgres://ann:s%40cret+%2F@db.example:6432/ledger?sslmode=require&application_name=me",
                "jdbc:postgresql://db.example:6432/ledger?user=ann&password=s%40cret%2B%2F&sslmode=require"
                        + "&ApplicationName=me"
            })
    void bothFormsMeanTheSame(String url) {
        Address address = Address.parse(url);
        assertThat(address.url()).isEqualTo("jdbc:postgresql://db.example:6432/ledger");
        assertThat(address.login())
                .containsEntry("user", "ann")
                .containsEntry("password", "s@cret+/")
                .containsEntry("sslmode", "require")
                .containsEntry("ApplicationName", "me")
                .containsEntry("socketTimeout", "30");
    }

    @Test
    void portAndPasswordMayBeMissing() {
        Address address = Address.parse("postgresql://ann@db.example/ledger");
        assertThat(address.place()).isEqualTo("db.example:5432");
        assertThat(address.login()).doesNotContainKey("password");
    }

    @Test
    void anAddressWithoutDatabaseMeansTheOneOfTheUser() {
        assertThat(Address.parse("postgresql://ann:x@db.example").database()).isEqualTo("ann");
    }

    @Test
    void severalHostsAndIpv6AreKept() {
        assertThat(Address.parse("postgresql://a:b@one:1,two:2/x").place()).isEqualTo("one:1,two:2");
        assertThat(Address.parse("postgresql://a:b@[::1]:7/x").place()).isEqualTo("[::1]:7");
    }

    @Test
    void noTextShowsThePassword() {
        Address address = Address.parse("postgresql://ann:hidden@db.example/ledger");
        assertThat(address.toString()).isEqualTo("PostgreSQL at db.example:5432, database ledger");
        assertThat(address.url()).doesNotContain("hidden");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql://ann:hidden@x/y",
                "postgresql://ann:hidden%zz@x/y",
                "postgresql://ann:hidden@x:port/y",
                ""
            })
    void whatIsNoAddressIsRefusedWithAnExample(String url) {
        assertThatThrownBy(() -> Address.parse(url))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("expected a URL such as postgresql://user:password@host:5432/database")
                .hasMessageNotContaining("hidden");
    }
}
