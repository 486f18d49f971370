package dev.waybill.app;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Rewrites libraries whose class files are so old that the JVM keeps them out of its start-up cache:
/// before Java 6 there were no stack maps. The parser of the command line is one of them, and it is the
/// greater part of a short start.
public final class ClassFileUpgrade {

    private final ClassFile classFile;

    private ClassFileUpgrade(ClassLoader library) {
        ClassHierarchyResolver types =
                ClassHierarchyResolver.ofResourceParsing(library).orElse(ClassHierarchyResolver.defaultResolver());
        classFile = ClassFile.of(
                ClassFile.ClassHierarchyResolverOption.of(types),
                // A new pool forces every method to be written anew, which is what adds the stack maps.
                ClassFile.ConstantPoolSharingOption.NEW_POOL);
    }

    /// @param args the jars to bring up to date, in place
    public static void main(String... args) throws IOException {
        for (String arg : args) {
            upgrade(Path.of(arg));
        }
    }

    private static void upgrade(Path file) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (var jar = new JarFile(file.toFile());
                var loader = new URLClassLoader(new URL[] {file.toUri().toURL()})) {
            var upgrade = new ClassFileUpgrade(loader);
            if (isSigned(jar) || !upgrade.hasOldClasses(jar)) {
                return;
            }
            upgrade.copy(jar, fresh);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean isSigned(JarFile jar) {
        return jar.stream()
                .anyMatch(entry -> entry.getName().startsWith("META-INF/")
                        && entry.getName().endsWith(".SF"));
    }

    private boolean hasOldClasses(JarFile jar) throws IOException {
        for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
            if (isClass(entry) && isOld(classFile.parse(read(jar, entry)))) {
                return true;
            }
        }
        return false;
    }

    private void copy(JarFile jar, Path target) throws IOException {
        try (OutputStream out = Files.newOutputStream(target);
                var zip = new ZipOutputStream(out)) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                var copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                zip.putNextEntry(copy);
                byte[] bytes = read(jar, entry);
                zip.write(isClass(entry) ? modern(bytes) : bytes);
                zip.closeEntry();
            }
        }
    }

    private byte[] modern(byte[] bytes) {
        ClassModel model = classFile.parse(bytes);
        if (!isOld(model)) {
            return bytes;
        }
        ClassTransform version = (builder, element) -> {
            if (element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_25_VERSION, 0);
            } else {
                builder.with(element);
            }
        };
        return classFile.transformClass(
                model,
                ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
                        .andThen(version));
    }

    private static boolean isOld(ClassModel model) {
        return model.majorVersion() < ClassFile.JAVA_6_VERSION;
    }

    private static boolean isClass(JarEntry entry) {
        String name = entry.getName();
        return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class");
    }

    private static byte[] read(JarFile jar, JarEntry entry) throws IOException {
        try (var in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
