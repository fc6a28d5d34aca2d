/// The version of this package, by semantic versioning.
package let version = "0.1.0"
