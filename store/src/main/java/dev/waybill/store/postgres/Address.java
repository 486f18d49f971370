package dev.waybill.store.postgres;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.postgresql.Driver;

/// Where a PostgreSQL is and how to log in. Its text never shows the password.
///
/// @param url the driver's URL, without user and password
/// @param place host and port, for people
/// @param login user, password and the driver's settings
record Address(String url, String place, String database, Properties login) {

    private static final String JDBC = "jdbc:postgresql:";
    private static final String EXPECTED = "expected a URL such as postgresql://user:password@host:5432/database";

    /// Two spellings of one setting: PostgreSQL's own URLs and the driver.
    private static final String[][] RENAMED = {
        {"application_name", "ApplicationName"}, {"connect_timeout", "connectTimeout"}
    };

    /// A network that swallows packets must not hold a commit for ever. Times are seconds.
    private static final String[][] DEFAULTS = {
        {"ApplicationName", "waybill"},
        {"connectTimeout", "5"},
        {"loginTimeout", "10"},
        {"socketTimeout", "30"},
        {"tcpKeepAlive", "true"}
    };

    /// Reads `postgresql://…`, `postgres://…` and `jdbc:postgresql:…`.
    static Address parse(String text) {
        if (text.startsWith(JDBC)) {
            return of(text, new Properties());
        }
        for (String scheme : new String[] {"postgresql://", "postgres://"}) {
            if (text.startsWith(scheme)) {
                return ofUri(text.substring(scheme.length()));
            }
        }
        throw unreadable("it begins otherwise");
    }

    /// User and password stand before the host, percent-encoded; the driver wants them apart.
    private static Address ofUri(String rest) {
        int end = rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/');
        int at = rest.lastIndexOf('@', end);
        Properties login = new Properties();
        if (at >= 0) {
            String[] parts = rest.substring(0, at).split(":", 2);
            put(login, "user", parts[0]);
            if (parts.length == 2) {
                put(login, "password", parts[1]);
            }
        }
        String target = rest.substring(at + 1);
        return of(JDBC + "//" + (target.contains("/") ? target : target + "/"), login);
    }

    private static void put(Properties login, String name, String encoded) {
        try {
            // In the user part of a URL a plus is a plus.
            login.setProperty(name, URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw unreadable("the " + name + " has a broken % escape; write % itself as %25");
        }
    }

    private static Address of(String jdbcUrl, Properties login) {
        Properties parsed = Driver.parseURL(jdbcUrl, login);
        if (parsed == null) {
            throw unreadable("the host, port or database is not readable");
        }
        Properties settings = settings(parsed);
        String hosts = places(parsed);
        String database = parsed.getProperty("PGDBNAME", settings.getProperty("user", ""));
        String url = JDBC + "//" + hosts + "/" + URLEncoder.encode(database, StandardCharsets.UTF_8);
        return new Address(url, hosts, database, settings);
    }

    private static Properties settings(Properties parsed) {
        Properties settings = new Properties();
        for (String[] setting : DEFAULTS) {
            settings.setProperty(setting[0], setting[1]);
        }
        for (String name : parsed.stringPropertyNames()) {
            if (!name.startsWith("PG")) {
                settings.setProperty(driverName(name), parsed.getProperty(name));
            }
        }
        return settings;
    }

    private static String driverName(String name) {
        for (String[] pair : RENAMED) {
            if (pair[0].equals(name)) {
                return pair[1];
            }
        }
        return name;
    }

    /// The driver knows several hosts as one list, their ports as another.
    private static String places(Properties parsed) {
        String[] hosts = parsed.getProperty("PGHOST", "localhost").split(",", -1);
        String[] ports = parsed.getProperty("PGPORT", "5432").split(",", -1);
        StringBuilder places = new StringBuilder();
        for (int i = 0; i < hosts.length; i++) {
            String host = hosts[i].contains(":") && !hosts[i].startsWith("[") ? "[" + hosts[i] + "]" : hosts[i];
            places.append(i == 0 ? "" : ",").append(host).append(':').append(ports[Math.min(i, ports.length - 1)]);
        }
        return places.toString();
    }

    private static StoreException unreadable(String found) {
        return new StoreException(
                StoreProblem.UNREACHABLE, "the database URL is not readable: " + EXPECTED + "; " + found, null);
    }

    /// The same place for somebody who has no more time than this. A shorter time that was asked for stays.
    Address within(int seconds) {
        Properties hurried = new Properties();
        hurried.putAll(login);
        for (String limit : new String[] {"connectTimeout", "loginTimeout", "socketTimeout"}) {
            hurried.setProperty(limit, shorter(login.getProperty(limit), seconds));
        }
        return new Address(url, place, database, hurried);
    }

    /// 0 is no limit at all.
    private static String shorter(String asked, int seconds) {
        return asked.matches("[1-9]") && Integer.parseInt(asked) < seconds ? asked : Integer.toString(seconds);
    }

    Connection connect() throws SQLException {
        Connection connection = new Driver().connect(url, login);
        if (connection == null) {
            throw new SQLException("the driver refuses the URL of " + place, "08001");
        }
        return connection;
    }

    /// Who logs in; without a name, the driver takes that of the operating system.
    String user() {
        return login.getProperty("user", System.getProperty("user.name", "unknown"));
    }

    /// Where the data is, for people.
    String describe() {
        return "PostgreSQL at %s, database %s".formatted(place, database);
    }

    @Override
    public String toString() {
        return describe();
    }
}
